import { createHash } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { hashOfLabels, type Wallet } from './wallet.js';

/**
 * To whom the record of a wallet is sealed: its owner or, until it is claimed, an e-mail address in its
 * normal form.
 */
export type SealedTo = { readonly issuer: string; readonly subject: string } | { readonly email: string };

/**
 * Calls the signer. Rejects if record, labels, public key and address do not belong together and to
 * `sealedTo`. Resolves to false if the record is from before there were labels, so that it does not cover
 * them.
 */
export type VerifyRecord = (wallet: Wallet, sealedTo: SealedTo, scope: CallScope) => Promise<boolean>;

export type VerifiedWallets = {
  /**
   * Resolves to the wallet once the signer has verified everything about it that matters, so that its address
   * may be given out. `email` is the address that the caller asked for. The record of an unclaimed wallet
   * names it, and the labels of a claimed one contain its HMAC.
   */
  readonly verify: (wallet: Wallet, scope: CallScope, email?: string) => Promise<Wallet>;
  /** For a wallet whose record, public key and address just came from the signer. */
  readonly remember: (wallet: Wallet, email?: string) => void;
  readonly forgetAll: () => void;
};

/**
 * Anyone who can write to the database can change a row, so no address leaves before a signer has verified the row.
 * The same content is verified once. Refusals are not remembered: a repaired row works with the next request.
 */
export function createVerifiedWallets(
  verifyRecord: VerifyRecord,
  rememberedWallets = 100_000,
): VerifiedWallets {
  const verified = new RecentlyUsed<string, boolean>('wallet.verified-wallets', rememberedWallets);
  const singleFlight = createSingleFlight<boolean>();

  return {
    async verify(wallet, scope, email) {
      const sealedTo = sealedToOf(wallet, email);
      const fingerprint = fingerprintOf(wallet, sealedTo);
      const labelsBound =
        verified.get(fingerprint) ??
        (await singleFlight(fingerprint, async () => {
          const answer = await verifyRecord(wallet, sealedTo, scope);
          verified.set(fingerprint, answer);
          return answer;
        }).outcome);
      if (email !== undefined && wallet.owner && !labelsBound)
        throw new AppError(
          'wallet.record-outdated',
          'the wallet was claimed before records named their e-mail address',
        );
      return wallet;
    },
    remember: (wallet, email) => {
      verified.set(fingerprintOf(wallet, sealedToOf(wallet, email)), true);
    },
    forgetAll: () => {
      verified.clear();
    },
  };
}

/** Finds a Core wallet and has a signer verify it. */
export function findVerified(
  store: { readonly find: (applicationId: string, walletId: string) => Promise<Wallet | undefined> },
  verified: Pick<VerifiedWallets, 'verify'>,
) {
  return async (applicationId: string, walletId: string, scope: CallScope): Promise<Wallet | undefined> => {
    const wallet = await store.find(applicationId, walletId);
    return wallet && verified.verify(wallet, scope).catch(unlessOutdated(wallet));
  };
}

/**
 * In the oldest records only the access key reveals the address. The signer checks it when it uses them.
 * Everything else matches.
 */
function unlessOutdated(wallet: Wallet) {
  return (error: unknown): Wallet => {
    const isOutdated = error instanceof AppError && error.code === 'wallet.record-outdated';
    if (isOutdated && addressOf(wallet.chain, wallet.network, wallet.publicKey) === wallet.address)
      return wallet;
    throw error;
  };
}

function sealedToOf({ owner }: Wallet, email = ''): SealedTo {
  return owner ? { issuer: owner.issuer, subject: owner.subject } : { email };
}

/** A hash of everything that the record is bound to, the record, and its labels. */
function fingerprintOf(wallet: Wallet, sealedTo: SealedTo): string {
  const { id, applicationId, chain, network, recordVersion, accessKeyRequired, recoverable, address } =
    wallet;
  const bound = [id, applicationId, chain, network, recordVersion, accessKeyRequired, recoverable];
  return createHash('sha256')
    .update(hashOfLabels(wallet))
    .update(JSON.stringify([...bound, sealedTo, address, wallet.sealed.length, wallet.publicKey.length]))
    .update(wallet.sealed)
    .update(wallet.publicKey)
    .digest('base64');
}
