import { createHash } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { RecentlyUsed } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { createSingleFlight } from './single-flight.js';
import { hashOfLabels, type Wallet } from './wallet.js';

/** Whom the record of a wallet is sealed to: its owner, or until it is claimed an e-mail address in its normal form. */
export type SealedTo = { readonly issuer: string; readonly subject: string } | { readonly email: string };

/**
 * Asks the signer. Rejects when the record, the labels, the public key and the address do not belong together
 * and to `sealedTo`. Resolves to false when the record is from before there were labels, and says nothing of
 * them.
 */
export type AskToVouch = (wallet: Wallet, sealedTo: SealedTo, scope: CallScope) => Promise<boolean>;

export type VouchedWallets = {
  /**
   * Resolves to the wallet once the signer has vouched for all of it that matters, so that its address may be
   * given out. `email`: for whose wallet it is about to be given out. The record of an unclaimed wallet names
   * it, and the labels of a claimed one its HMAC.
   */
  readonly vouchFor: (wallet: Wallet, scope: CallScope, email?: string) => Promise<Wallet>;
  /** For a wallet whose record, public key and address just came from the signer. */
  readonly remember: (wallet: Wallet, email?: string) => void;
};

/**
 * What is stored can be changed by whoever writes to the database, so no address leaves before the signer has
 * vouched for the row, and it is not asked twice about the same content. What it refuses is not remembered: a
 * row that was put right is good with the next request.
 */
export function createVouchedWallets(ask: AskToVouch, rememberedWallets = 100_000): VouchedWallets {
  const vouched = new RecentlyUsed<string, boolean>(rememberedWallets);
  const singleFlight = createSingleFlight<boolean>();

  return {
    async vouchFor(wallet, scope, email) {
      const sealedTo = sealedToOf(wallet, email);
      const fingerprint = fingerprintOf(wallet, sealedTo);
      const labelsBound =
        vouched.get(fingerprint) ??
        (await singleFlight(fingerprint, async () => {
          const answer = await ask(wallet, sealedTo, scope);
          vouched.set(fingerprint, answer);
          return answer;
        }).outcome);
      if (email !== undefined && wallet.owner && !labelsBound)
        throw new AppError(
          'wallet.record-outdated',
          'the wallet was claimed before records named the e-mail address that they were made for',
        );
      return wallet;
    },
    remember: (wallet, email) => {
      vouched.set(fingerprintOf(wallet, sealedToOf(wallet, email)), true);
    },
  };
}

/** Finds a Core wallet that a signer has vouched for. */
export function findVouched(
  store: { readonly find: (applicationId: string, walletId: string) => Promise<Wallet | undefined> },
  vouched: Pick<VouchedWallets, 'vouchFor'>,
) {
  return async (applicationId: string, walletId: string, scope: CallScope): Promise<Wallet | undefined> => {
    const wallet = await store.find(applicationId, walletId);
    return wallet && vouched.vouchFor(wallet, scope).catch(unlessOutdated(wallet));
  };
}

/**
 * What the first records say of their address can be seen with their access key alone: the signer sees it
 * when it uses them. The rest fits.
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

/** Of everything that the record is bound to, the record, and what is said of it. */
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
