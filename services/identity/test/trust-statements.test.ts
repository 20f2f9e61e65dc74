import { setTimeout as sleep } from 'node:timers/promises';
import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import type { Replica } from './identity-replicas.js';
import { providerWorld, type ProviderWorld } from './provider-world.js';
import { trustedBy } from './trust-world.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_trust_statements', { count: 3, threshold: 2 });
  ({ one, other } = world);
});
afterAll(() => world.close());

const issuer = 'https://idp.example';
const register = (replica: Replica, applicationId: string, of = issuer, jwksUri = world.host.newUri()) =>
  replica.CreateProvider({ applicationId, issuer: of, audience: 'app', jwksUri });

describe('what signers are told', () => {
  it('has one statement of each witness that is needed, about the document and all key sets', async () => {
    const { applicationId } = await world.newApplication();
    const issuers = Array.from({ length: 5 }, (_, index) => `https://idp-${index}.example`);
    for (const of of issuers) await register(one, applicationId, of);
    const { keys, witnesses } = await trustedBy(world, other, applicationId);
    expect(Object.keys(keys)).toEqual(issuers);
    expect(witnesses).toHaveLength(2);
    expect(new Set(witnesses).size).toBe(2);
  });

  it('has the witnesses look again where each saw another set, and their statements cover all', async () => {
    const { applicationId } = await world.newApplication();
    const jwksUri = world.host.newUri();
    await register(one, applicationId, issuer, jwksUri);
    await register(one, applicationId, 'https://second.example');
    for (const [place, ask] of world.identity.witnesses.ask.entries()) {
      await sleep(1_100);
      world.host.answerWith(keySet(publicKey(`seen-${place}`)));
      await ask({ sources: [{ issuer, jwksUri, maxAgeSeconds: 0 }] }, 5_000);
    }
    await sleep(1_100);
    world.host.answerWith(keySet(publicKey('newest')));
    const { keys, witnesses } = await trustedBy(world, other, applicationId);
    expect(keys).toEqual({ [issuer]: ['newest'], 'https://second.example': ['first'] });
    expect(witnesses).toHaveLength(2);
    expect(new Set(witnesses).size).toBe(2);
  });
});
