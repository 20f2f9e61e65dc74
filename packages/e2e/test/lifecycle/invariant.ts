import { randomBytes } from 'node:crypto';
import {
  isSilenced,
  placeOf,
  users,
  type ApplicationIndex,
  type CoreWallet,
  type Model,
  type Place,
} from './model.js';
import { signsOnCore, signsOnExpress, type Real } from './real.js';

const otherOf = (application: ApplicationIndex): ApplicationIndex => (application === 0 ? 1 : 0);

/** Each of these wallets works for its owner. Asks each of them for one signature. */
export async function ownersSign(
  model: Model,
  real: Real,
  wallets: readonly CoreWallet[],
  express: readonly (readonly [Place, string])[],
): Promise<void> {
  await Promise.all([
    ...wallets.map(async (wallet) => {
      const { application, owner, accessKey } = wallet;
      const wanted = isSilenced(model, wallet) ? 'POLICY_DENIED' : 'ok';
      const signed = await signsOnCore(real, wallet, { application, user: owner, accessKey });
      expect([wallet.address, signed]).toEqual([wallet.address, wanted]);
    }),
    ...express.map(async ([place, address]) => {
      const { application, user } = placeOf(place);
      const wanted = isSilenced(model, { application, chain: 'ETH' }) ? 'policy.denied' : 'mine';
      expect([address, await signsOnExpress(real, address, { application, user })]).toEqual([
        address,
        wanted,
      ]);
    }),
  ]);
}

/**
 * Nobody else gets a signature of the wallet: not with a dead or wrong access key, or without one, not as another user,
 * and not as another application.
 */
export async function nobodyElseSigns(
  model: Model,
  real: Real,
  wallet: CoreWallet,
  dead: readonly string[] = wallet.dead,
): Promise<void> {
  const { application, owner, accessKey } = wallet;
  const sign = (as: Partial<Parameters<typeof signsOnCore>[2]>) =>
    signsOnCore(real, wallet, { application, user: owner, accessKey, ...as });
  const elsewhere = otherOf(application);
  const wrong = isSilenced(model, wallet) ? /^(POLICY_DENIED|INVALID_ACCESS_KEY)$/ : /^INVALID_ACCESS_KEY$/;
  const asked: [Promise<string>, RegExp][] = [
    ...users
      .filter((user) => user !== owner)
      .map((user): [Promise<string>, RegExp] => [sign({ user }), /^WALLET_OWNER_MISMATCH$/]),
    [sign({ application: elsewhere }), /^WALLET_NOT_FOUND$/],
  ];
  if (accessKey === undefined)
    asked.push([sign({ accessKey: randomAccessKey() }), /^INVALID_REQUEST_FIELDS$/]);
  else {
    asked.push([sign({ accessKey: randomAccessKey() }), wrong]);
    asked.push([sign({ accessKey: undefined }), /^INVALID_REQUEST_FIELDS$/]);
    for (const key of dead) asked.push([sign({ accessKey: key }), wrong]);
  }
  for (const [code, wanted] of asked) expect(await code).toMatch(wanted);
}

/**
 * On the Express interface there is no way to name somebody else's wallet. What others sign there, they sign with their
 * own keys.
 */
export async function expressWalletsAreApart(model: Model, real: Real): Promise<void> {
  for (const [place, address] of model.express) {
    const { application, user } = placeOf(place);
    const others = [
      ...users.filter((other) => other !== user).map((other) => ({ application, user: other })),
      { application: otherOf(application), user },
    ];
    for (const as of others)
      expect(await signsOnExpress(real, address, as)).toMatch(/^(another|wallet\.not-found|policy\.denied)$/);
  }
}

/** An unclaimed wallet signs for nobody, and its address never changes. */
export async function waitingWalletsWait(model: Model, real: Real): Promise<void> {
  for (const [place, { address, walletId, claimed }] of model.pregenerated) {
    if (claimed) continue;
    const { application, user } = placeOf(place);
    const wallet = { id: walletId, address, chain: 'ETH' } as const;
    const as = { application, user, accessKey: undefined };
    expect(await signsOnCore(real, wallet, as)).toBe('WALLET_NOT_FOUND');
  }
}

export const randomAccessKey = (): string => `ak_${randomBytes(32).toString('base64url')}`;
