import type { Chain } from '@wallet-service/local-stack/express-client';

/** What must be true, and what the users and the applications have. */
export type Model = {
  readonly wallets: CoreWallet[];
  /** By application and user: the ETH wallet. */
  readonly express: Map<Place, string>;
  readonly pregenerated: Map<Place, Pregenerated>;
  readonly creations: Creation[];
  readonly applications: readonly [ApplicationModel, ApplicationModel];
};

export const users = ['alice', 'bob', 'carol'] as const;
export type User = (typeof users)[number];
export type Place = `${0 | 1} ${User}`;
export type ApplicationIndex = 0 | 1;

export type CoreWallet = {
  readonly application: ApplicationIndex;
  readonly owner: User;
  readonly id: string;
  readonly address: string;
  readonly chain: Chain;
  readonly network: string;
  /** Decided when it was made. */
  readonly recoverable: boolean;
  /** Undefined when the wallet has none. */
  accessKey: string | undefined;
  /** Access keys that must open nothing. */
  readonly dead: string[];
};

export type Pregenerated = { readonly address: string; readonly walletId: string; claimed: boolean };

/** A request that may be repeated with its Idempotency-Key. */
export type Creation = {
  readonly wallet: CoreWallet;
  readonly key: string;
  readonly accessKey: string;
  /** The application's setting when it was made. */
  readonly secretKeys: number;
};

export type ApplicationModel = {
  recovery: boolean;
  /** The id of the active policy that denies messages on ETH. */
  policy: string | undefined;
  /** How often its secret key was rotated. */
  secretKeys: number;
};

export function newModel(): Model {
  const application = (): ApplicationModel => ({ recovery: true, policy: undefined, secretKeys: 0 });
  return {
    wallets: [],
    express: new Map(),
    pregenerated: new Map(),
    creations: [],
    applications: [application(), application()],
  };
}

/** Whether a policy of its application denies the messages of a wallet. */
export function isSilenced(model: Model, { application, chain }: Pick<CoreWallet, 'application' | 'chain'>) {
  return chain === 'ETH' && model.applications[application].policy !== undefined;
}

export function placeOf(place: Place): { application: ApplicationIndex; user: User } {
  const [application, user] = place.split(' ') as ['0' | '1', User];
  return { application: application === '0' ? 0 : 1, user };
}
