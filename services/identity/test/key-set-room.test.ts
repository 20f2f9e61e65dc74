import { generateKeyPairSync } from 'node:crypto';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { applicationBytes } from '../src/providers/key-set-room.js';
import { keySet } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';

let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld('identity_key_set_room');
});
afterAll(() => world.close());

// The largest keys that are accepted: 32 of them are 23 KiB. They are made up, because generating real ones takes
// minutes.
const { n: modulus = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  format: 'jwk',
});
const largeKey = (kid: string) => ({
  kty: 'RSA',
  e: 'AQAB',
  kid,
  alg: 'RS256',
  // An odd number.
  n: `${modulus.slice(0, 341).repeat(4).slice(0, -1)}B`,
});
const largeKeys = (count: number, name = 'k') =>
  Array.from({ length: count }, (_, index) => largeKey(`${name}${index}`));
/** Of the key sets that signers are told of. */
const sizeOf = async (applicationId: string) => {
  const { application } = await world.one.GetTrust({ applicationId });
  return (application?.keySets ?? []).reduce((sum, { keys = '' }) => sum + keys.length, 0);
};
/** A fetch may come too late on a busy machine. That is not what these tests are about. */
const register = async (applicationId: string, issuer: string) => {
  for (;;) {
    const attempt = world.newProvider(applicationId, issuer);
    const [{ status }] = await Promise.allSettled([attempt]);
    if (status === 'fulfilled') return undefined;
    const refused = await refusalOf(attempt);
    if (!refused.body.includes('did not answer within')) return refused;
  }
};
const fill = async (applicationId: string) => {
  world.host.answerWith(keySet(...largeKeys(32)));
  for (let index = 0; index < 50; index += 1) {
    const refused = await register(applicationId, `https://${index}.example`);
    if (refused) return { index, code: refused.code, body: refused.body };
  }
  throw new Error('there was no bound');
};

describe('the bytes of key sets', () => {
  it('of one application are bounded, and the error names the limit and the remedy', async () => {
    const { applicationId } = await world.newApplication();
    const { code, body } = await fill(applicationId);
    expect(code).toBe('provider.limit-reached');
    expect(body).toContain(`where they may take ${applicationBytes}`);
    expect(body).toContain('delete a provider');
    expect(await sizeOf(applicationId)).toBeLessThan(applicationBytes);
    expect(await sizeOf(applicationId)).toBeGreaterThan(applicationBytes * 0.8);
  });

  it('of a provider that exceeds the bound stay as they were, except that withdrawn keys are removed', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    world.host.answerWith(keySet(largeKey('kept'), largeKey('withdrawn')));
    const providerId = await world.newProvider(applicationId);
    await fill(applicationId);
    world.host.answerWith(keySet(largeKey('kept'), ...largeKeys(31, 'more')));
    const { code, body } = await refusalOf(world.one.RefreshProvider({ applicationId, providerId }));
    expect(code).toBe('provider.key-set-unreachable');
    expect(body).toContain(`where they may take ${applicationBytes}`);
    const { keySetJson = '' } = await world.other.AuthenticateUser({ apiKey, providerId });
    expect((JSON.parse(keySetJson) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)).toEqual([
      'kept',
    ]);
  });
});
