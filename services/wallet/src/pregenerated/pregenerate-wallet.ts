import type { Keys } from '../clients/keys.js';
import type { CallScope } from '../clients/signer-client.js';
import type { Change } from '../journal/change-store.js';
import { happeningOf } from '../journal/wallet-event.js';
import { makeOnce, type Lease, type MakeOnceDeps } from '../wallets/make-once.js';
import { fillReservation, type WalletStore } from '../wallets/wallet-store.js';
import type { HashEmail } from './email-hash.js';
import {
  pregeneratedNetwork,
  type PregeneratedStore,
  type PregeneratedWallet,
} from './pregenerated-store.js';

export type PregenerateDeps = MakeOnceDeps & {
  readonly store: PregeneratedStore;
  readonly release: WalletStore['release'];
  readonly keys: Pick<Keys, 'pregenerate'>;
  readonly hashEmail: HashEmail;
  readonly change: Change;
};

/** The wallet on ETH of an e-mail address (in its normal form): one, for ever, also after it was claimed. */
export async function pregenerateWallet(
  deps: PregenerateDeps,
  applicationId: string,
  email: string,
  scope: CallScope,
): Promise<PregeneratedWallet> {
  const emailHash = await deps.hashEmail(applicationId, email, scope);
  return makeOnce(
    deps,
    {
      find: () => deps.store.find(applicationId, emailHash),
      reserve: (ids, leaseMs) => deps.store.reserve(applicationId, emailHash, ids, leaseMs),
      fill: (lease, deadline) => fill(deps, applicationId, email, lease, { ...scope, deadline }),
      release: (lease) => deps.release(applicationId, lease),
    },
    scope.deadline,
  );
}

async function fill(
  { keys, change }: PregenerateDeps,
  applicationId: string,
  email: string,
  lease: Lease,
  scope: CallScope,
): Promise<PregeneratedWallet | undefined> {
  const reserved = {
    id: lease.walletId,
    applicationId,
    chain: 'ETH',
    network: pregeneratedNetwork,
    recordVersion: 1,
    accessKeyRequired: false,
    recoverable: false,
  } as const;
  const key = await keys.pregenerate(reserved, email, scope);
  return change(applicationId, async (transaction, happened) => {
    const wallet = await fillReservation(transaction, applicationId, lease, key);
    if (!wallet) return undefined;
    await happened(happeningOf('wallet.created', wallet, { ...scope, jwt: undefined }));
    return { wallet, timeClaimed: undefined };
  });
}
