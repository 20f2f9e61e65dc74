import { generateKeyPairSync } from 'node:crypto';
import { defaultTokenSettings } from '@wallet-service/jwt';
import { createMemoryStore } from '@wallet-service/redis';
import { SignJWT } from 'jose';
import { createAuthenticStore } from './authentic-store.js';
import { createProviderMemory, type ProviderAnswer } from './provider-memory.js';
import { createLocalTokenMemory } from './token-memory.js';
import { createUserVerification } from './verify-user.js';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keySetOf = (kid: string) =>
  JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] });
const answer = (revision: string, keySetJson: string): ProviderAnswer => ({
  revision,
  applicationId: 'application-1',
  providerId: 'provider-1',
  opJwtMode: 'observe',
  maxLifetimeSeconds: 300,
  issuer: 'https://login.example',
  audience: 'app',
  assertsEmail: false,
  tokenSettings: defaultTokenSettings,
  claimPossible: 'refuse',
  pregenerates: false,
  keySetJson,
});

async function token(kid = 'stolen'): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: 'https://login.example', aud: 'app', sub: 'u', iat: seconds, exp: seconds + 60 })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .sign(privateKey);
}

/** Starts with the keys of `current`. RefreshKeySet finds those of `published`. */
function identityWith(
  current: { readonly revision: string; readonly keySetJson: string },
  published: string = current.keySetJson,
) {
  const calls: string[] = [];
  const settings = { opJwtMode: 'observe', expressJwtMaxLifetimeSeconds: 300, emailProviderIds: [] };
  const { issuer, audience } = answer('', '');
  const of = {
    application: { id: 'application-1', settings },
    provider: { id: 'provider-1', issuer, audience },
  };
  let inForce = current;
  const identity = (method: string) => {
    calls.push(method);
    if (method !== 'RefreshKeySet')
      return Promise.resolve({ ...inForce, ...of, unchanged: false, maxStalenessMs: 200 });
    inForce = { revision: `${current.revision}+`, keySetJson: published };
    return Promise.resolve({ revision: `${inForce.revision}-keys`, keySetJson: published });
  };
  return { calls, identity: identity as never };
}

describe('a new key', () => {
  it('is fetched once, although the earlier answer is still fresh enough to use', async () => {
    const { calls, identity } = identityWith({ revision: '1', keySetJson: keySetOf('old') }, keySetOf('new'));
    const verify = createUserVerification({
      identity,
      tokens: createLocalTokenMemory(),
      providers: createProviderMemory(),
      now: () => Date.now() / 1000,
      elapsedMs: () => 0,
    });
    for (let round = 0; round < 3; round += 1) {
      const claim = {
        apiKey: 'pk',
        providerId: 'provider-1',
        token: await token('new'),
        longestLifetime: Infinity,
      };
      expect((await verify(claim, { traceId: 't', deadline: Infinity })).token.subject).toBe('u');
    }
    expect(calls).toEqual(['AuthenticateUser', 'RefreshKeySet', 'AuthenticateUser']);
  });
});

describe('a withdrawn key', () => {
  it('is refused when the shared memory answers late with the previous key set', async () => {
    const key = Buffer.alloc(32, 1);
    const memory = createMemoryStore({ now: Date.now });
    createProviderMemory(createAuthenticStore(memory, key)).remember(
      'pk',
      'provider-1',
      answer('1', keySetOf('stolen')),
    );
    // The second read of the shared memory is slow. It holds the previous entry, and ends after identity has reported a
    // newer one.
    let reads = 0;
    let answerLate: () => void = () => undefined;
    const slowOnce = {
      set: () => Promise.resolve(),
      async get(name: string) {
        const read = ++reads;
        const entry = await memory.get(name);
        if (read === 2) await new Promise<void>((resolve) => (answerLate = resolve));
        return entry;
      },
    };
    const verify = createUserVerification({
      identity: identityWith({ revision: '2', keySetJson: keySetOf('kept') }).identity,
      tokens: createLocalTokenMemory(),
      providers: createProviderMemory(createAuthenticStore(slowOnce, key)),
      now: () => Date.now() / 1000,
      elapsedMs: () => 0,
    });
    const claim = { apiKey: 'pk', providerId: 'provider-1', token: await token(), longestLifetime: Infinity };
    const ask = () =>
      verify(claim, { traceId: 't', deadline: Infinity }).then(
        () => 'believed',
        () => 'refused',
      );
    const first = ask();
    const second = ask();
    expect(await first).toBe('refused');
    answerLate();
    expect([await second, await ask()]).toEqual(['refused', 'refused']);
  });
});
