import type { SignerKeys } from '../keys/signer-keys.js';
import type { CallScope } from '../signer/signer-client.js';
import type { Change } from '../journal/change-store.js';
import { walletEvent } from '../journal/wallet-event.js';
import { findOrCreate, type CreationLock, type FindOrCreateDeps } from '../wallets/find-or-create.js';
import type { Tampered } from '../wallets/tampering.js';
import { emailMark, mark } from '../wallets/wallet-marks-store.js';
import { fillPlaceholder, type WalletStore } from '../wallets/wallet-store.js';
import { newPregeneratedWallet } from '../wallets/wallet.js';
import type { EmailHash, HashEmail } from '../wallets/email-hash.js';
import type { PregeneratedStore, PregeneratedWallet } from './pregenerated-store.js';

export type PregenerateDeps = FindOrCreateDeps & {
  readonly store: PregeneratedStore;
  readonly release: WalletStore['release'];
  readonly keys: Pick<SignerKeys, 'pregenerate'>;
  readonly hashEmail: HashEmail;
  readonly change: Change;
  readonly tampered: Tampered;
};

/**
 * The ETH wallet of an e-mail address in its normal form. It is the same forever, also after it was claimed.
 */
export async function pregenerateWallet(
  deps: PregenerateDeps,
  applicationId: string,
  email: string,
  scope: CallScope,
): Promise<PregeneratedWallet> {
  const emailHash = await deps.hashEmail(applicationId, email, scope);
  return findOrCreate(
    deps,
    {
      find: () => deps.store.find(applicationId, emailHash),
      acquire: (ids, lockMs) => deps.store.acquire(applicationId, emailHash, ids, lockMs),
      fill: (lock, deadline) => fill(deps, applicationId, { email, emailHash }, lock, { ...scope, deadline }),
      release: (lock) => deps.release(applicationId, lock),
    },
    scope.deadline,
  );
}

async function fill(
  { keys, change, tampered }: PregenerateDeps,
  applicationId: string,
  { email, emailHash }: { readonly email: string; readonly emailHash: EmailHash },
  lock: CreationLock,
  scope: CallScope,
): Promise<PregeneratedWallet | undefined> {
  const made = newPregeneratedWallet(lock.walletId, applicationId, emailHash.mac);
  const key = await keys.pregenerate(made, email, scope);
  return change(applicationId, async (transaction, emit) => {
    const wallet = await fillPlaceholder(transaction, lock, made, key);
    if (!wallet) return undefined;
    if (!(await mark(transaction, applicationId, emailMark(emailHash), wallet.id)))
      throw tampered('wallet-missing', { applicationId, placeholder: wallet.id });
    await emit(walletEvent('wallet.created', wallet, { ...scope, jwt: undefined }));
    return { wallet, timeClaimed: undefined };
  });
}
