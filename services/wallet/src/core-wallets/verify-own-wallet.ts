import type { CallScope } from '../signer/signer-client.js';
import type { VerifyOwnWallet } from '../idempotency/repeatable.js';
import type { Tampered } from '../wallets/tampering.js';
import { isOwnedBy, type Owner, type Wallet } from '../wallets/wallet.js';

export type FindCoreWallet = (
  applicationId: string,
  walletId: string,
  scope: CallScope,
) => Promise<Wallet | undefined>;

/**
 * Checks the wallet that a stored request names: it must exist and belong to this owner. `findWallet` returns
 * only verified wallets.
 */
export function verifyOwnWallet(
  { findWallet, tampered }: { readonly findWallet: FindCoreWallet; readonly tampered: Tampered },
  owner: Owner,
  scope: CallScope,
): VerifyOwnWallet {
  return async (walletId) => {
    const { applicationId } = owner;
    const wallet = await findWallet(applicationId, walletId, scope);
    if (!wallet) throw tampered('wallet-missing', { applicationId, walletId });
    if (!isOwnedBy(wallet, owner)) throw tampered('wallet-exchanged', { applicationId, walletId });
  };
}
