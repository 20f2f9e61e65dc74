import { AppError } from '@wallet-service/errors';
import type { SignerKeys } from '../keys/signer-keys.js';
import type { CallScope } from '../signer/signer-client.js';
import type { Change } from '../journal/change-store.js';
import { walletEvent } from '../journal/wallet-event.js';
import type { CreationLock } from '../wallets/find-or-create.js';
import type { Tampered } from '../wallets/tampering.js';
import { claimMark, expressMark, mark } from '../wallets/wallet-marks-store.js';
import type { Owner, Wallet } from '../wallets/wallet.js';
import type { HashEmail } from '../wallets/email-hash.js';
import { removePlaceholder, writeClaim, type PregeneratedStore } from './pregenerated-store.js';

export type ClaimRequest = CallScope & {
  readonly owner: Owner;
  readonly jwt: string;
  readonly provenEmail: string | undefined;
};

/**
 * Makes the pre-generated wallet of the user's e-mail address theirs. With `lock` it becomes their Express
 * wallet, in place of the locked placeholder; without, a Core wallet besides the Express wallet that they
 * have. Undefined if there is none to claim, or another request was quicker.
 */
export type ClaimWallet = (
  request: ClaimRequest,
  as: 'express' | 'core',
  lock: CreationLock | undefined,
) => Promise<Wallet | undefined>;

export type ClaimWalletDeps = {
  readonly store: PregeneratedStore;
  readonly keys: Pick<SignerKeys, 'claim'>;
  readonly hashEmail: HashEmail;
  readonly change: Change;
  readonly tampered: Tampered;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly setMinimumRecordVersion: (wallet: Wallet, scope: CallScope) => Promise<void>;
};

export function createClaimWallet({
  store,
  keys,
  hashEmail,
  change,
  tampered,
  now,
  setMinimumRecordVersion,
}: ClaimWalletDeps): ClaimWallet {
  return async (request, as, lock) => {
    const { owner, jwt, provenEmail } = request;
    const { applicationId } = owner;
    if (provenEmail === undefined) return undefined;
    const found = await store.find(applicationId, await hashEmail(applicationId, provenEmail, request));
    if (found?.wallet.interface !== 'pregenerated') return undefined;
    const unclaimed = found.wallet;
    const { sealed, recordVersion } = await keys
      .claim(unclaimed, as, { jwt, tokenUse: 'express' }, request)
      .catch(asTrust);
    if (recordVersion !== unclaimed.recordVersion + 1)
      throw new AppError('internal', 'the signer sealed another record version than requested');
    // Uses what the signer verified and created. Nothing of the row is read again.
    const timeUpdated = Math.floor(now() / 1000);
    const claimed = { ...unclaimed, owner, interface: as, sealed, recordVersion, timeUpdated };
    // Outside the transaction, because it takes a while. If the claim fails, the next one seals the same
    // version.
    await setMinimumRecordVersion(claimed, request);
    try {
      return await change(applicationId, async (transaction, emit) => {
        if (lock && !(await removePlaceholder(transaction, applicationId, lock))) throw new Lost();
        if (!(await writeClaim(transaction, unclaimed, claimed))) throw new Lost();
        if (!(await mark(transaction, applicationId, claimMark(claimed.id), claimed.id)))
          throw tampered('claim-undone', { applicationId, walletId: claimed.id });
        const name = expressMark(owner, claimed.chain);
        if (as === 'express' && !(await mark(transaction, applicationId, name, claimed.id)))
          throw tampered('wallet-missing', { applicationId, claimed: claimed.id });
        await emit(walletEvent('wallet.claimed', claimed, request));
        return claimed;
      });
    } catch (error) {
      if (error instanceof Lost) return undefined;
      throw error;
    }
  };
}

/** Rolls the transaction back. */
class Lost extends Error {}

// The token proves the address, and the application trusts its provider to verify addresses. So the signer
// only lacks a newer document.
function asTrust(error: unknown): never {
  if (error instanceof AppError && error.code === 'wallet.email-unverified')
    throw new AppError(
      'provider.not-trusted-yet',
      'the document of the application that the signers have does not yet let the identity provider verify e-mail ' +
        'addresses: try again in a few seconds',
      { cause: error, retryAfterSeconds: 1 },
    );
  throw error;
}
