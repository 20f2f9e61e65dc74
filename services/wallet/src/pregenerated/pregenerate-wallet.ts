import type { Keys } from '../keys/keys.js';
import type { CallScope } from '../signer/signer-client.js';
import type { Change } from '../journal/change-store.js';
import { happeningOf } from '../journal/wallet-event.js';
import { makeOnce, type Lease, type MakeOnceDeps } from '../wallets/make-once.js';
import type { Tampered } from '../wallets/tampering.js';
import { emailMark, mark } from '../wallets/wallet-marks-store.js';
import { fillReservation, type WalletStore } from '../wallets/wallet-store.js';
import { newPregeneratedWallet } from '../wallets/wallet.js';
import type { EmailHash, HashEmail } from '../wallets/email-hash.js';
import type { PregeneratedStore, PregeneratedWallet } from './pregenerated-store.js';

export type PregenerateDeps = MakeOnceDeps & {
  readonly store: PregeneratedStore;
  readonly release: WalletStore['release'];
  readonly keys: Pick<Keys, 'pregenerate'>;
  readonly hashEmail: HashEmail;
  readonly change: Change;
  readonly tampered: Tampered;
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
      fill: (lease, deadline) =>
        fill(deps, applicationId, { email, emailHash }, lease, { ...scope, deadline }),
      release: (lease) => deps.release(applicationId, lease),
    },
    scope.deadline,
  );
}

async function fill(
  { keys, change, tampered }: PregenerateDeps,
  applicationId: string,
  { email, emailHash }: { readonly email: string; readonly emailHash: EmailHash },
  lease: Lease,
  scope: CallScope,
): Promise<PregeneratedWallet | undefined> {
  const made = newPregeneratedWallet(lease.walletId, applicationId, emailHash.mac);
  const key = await keys.pregenerate(made, email, scope);
  return change(applicationId, async (transaction, happened) => {
    const wallet = await fillReservation(transaction, lease, made, key);
    if (!wallet) return undefined;
    if (!(await mark(transaction, applicationId, emailMark(emailHash), wallet.id)))
      throw tampered('wallet-missing', { applicationId, reservation: wallet.id });
    await happened(happeningOf('wallet.created', wallet, { ...scope, jwt: undefined }));
    return { wallet, timeClaimed: undefined };
  });
}
