import { generateKeyPairSync } from 'node:crypto';
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
  keySetJson,
});

async function token(): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: 'https://login.example', aud: 'app', sub: 'u', iat: seconds, exp: seconds + 60 })
    .setProtectedHeader({ alg: 'ES256', kid: 'stolen', typ: 'JWT' })
    .sign(privateKey);
}

describe('a withdrawn key', () => {
  it('is not believed because the shared memory answered late with the set of before', async () => {
    const key = Buffer.alloc(32, 1);
    const memory = createMemoryStore({ now: Date.now });
    createProviderMemory(createAuthenticStore(memory, key)).remember(
      'pk',
      'provider-1',
      answer('1', keySetOf('stolen')),
    );
    // The second read of the shared memory is slow: it has the entry of before, and ends after identity has
    // said that there is a newer one.
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
    const current = { revision: '2', keySetJson: keySetOf('kept') };
    const identity = (method: string) => {
      if (method === 'RefreshKeySet') return Promise.resolve({ ...current, revision: '2-keys' });
      const settings = { opJwtMode: 'observe', expressJwtMaxLifetimeSeconds: 300, emailProviderIds: [] };
      const { issuer, audience } = answer('2', '');
      return Promise.resolve({
        ...current,
        unchanged: false,
        leaseMs: 200,
        application: { id: 'application-1', settings },
        provider: { id: 'provider-1', issuer, audience },
      });
    };
    const verify = createUserVerification({
      identity: identity as never,
      tokens: createLocalTokenMemory(),
      providers: createProviderMemory(createAuthenticStore(slowOnce, key)),
      now: () => Date.now() / 1000,
      elapsedMs: () => 0,
    });
    const claim = { apiKey: 'pk', providerId: 'provider-1', jwt: await token(), longestLifetime: Infinity };
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
