import { startIdentity, type Identity, type Replica } from './identity-replicas.js';
import type { WitnessesOptions } from './witnesses.js';
import { keySet, publicKey, startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';

/**
 * Two replicas of the identity service, a key set host, and a function that makes applications with providers there.
 */
export type ProviderWorld = {
  readonly identity: Identity;
  readonly host: KeySetHost;
  readonly one: Replica;
  readonly other: Replica;
  readonly newApplication: () => Promise<{ applicationId: string; apiKey: string }>;
  /** The provider's id. */
  readonly newProvider: (applicationId: string, issuer?: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function providerWorld(name: string, options: WitnessesOptions = {}): Promise<ProviderWorld> {
  const [identity, host] = await Promise.all([startIdentity(name, options), startKeySetHost()]);
  host.answerWith(keySet(publicKey('first')));
  const one = identity.replica();
  return {
    identity,
    host,
    one,
    other: identity.replica(),
    newApplication: async () => {
      const { application } = await one.CreateApplication({ name: 'Shop' });
      return { applicationId: application?.id ?? '', apiKey: application?.apiKey ?? '' };
    },
    newProvider: async (applicationId, issuer = 'https://idp.example') => {
      const provider = { applicationId, issuer, audience: 'app', jwksUri: host.newUri() };
      const { id = '' } = await one.CreateProvider(provider);
      return id;
    },
    close: async () => {
      await host.close();
      await identity.close();
    },
  };
}
