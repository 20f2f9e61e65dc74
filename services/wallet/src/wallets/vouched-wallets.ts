import { createHash } from 'node:crypto';
import { RecentlyUsed } from '@wallet-service/values';
import type { CallScope } from '../clients/signer-client.js';
import { createSingleFlight } from '../single-flight.js';
import type { Wallet } from './wallet.js';

/** Whom the record of a wallet is sealed to: its owner, or until it is claimed an e-mail address in its normal form. */
export type SealedTo = { readonly issuer: string; readonly subject: string } | { readonly email: string };

/** Asks the signer. Rejects when the record, the public key and the address do not belong together and to `sealedTo`. */
export type AskToVouch = (wallet: Wallet, sealedTo: SealedTo, scope: CallScope) => Promise<void>;

export type VouchedWallets = {
  /**
   * Resolves to the wallet once the signer has vouched for all of it that matters, so that its address may be given out. `email`: of the unclaimed wallet.
   */
  readonly vouchFor: (wallet: Wallet, scope: CallScope, email?: string) => Promise<Wallet>;
  /** For a wallet whose record, public key and address just came from the signer. */
  readonly remember: (wallet: Wallet, email?: string) => void;
};

/**
 * What is stored can be changed by whoever writes to the database, so no address leaves before the signer has vouched for the row, and it is not asked
 * twice about the same content. What it refuses is not remembered: a row that was put right is good with the next request.
 */
export function createVouchedWallets(ask: AskToVouch, rememberedWallets = 100_000): VouchedWallets {
  const vouched = new RecentlyUsed<string, true>(rememberedWallets);
  const singleFlight = createSingleFlight<undefined>();

  return {
    async vouchFor(wallet, scope, email) {
      const sealedTo = sealedToOf(wallet, email);
      const fingerprint = fingerprintOf(wallet, sealedTo);
      if (vouched.get(fingerprint)) return wallet;
      const { outcome } = singleFlight(fingerprint, async () => {
        await ask(wallet, sealedTo, scope);
        vouched.set(fingerprint, true);
        return undefined;
      });
      await outcome;
      return wallet;
    },
    remember: (wallet, email) => {
      vouched.set(fingerprintOf(wallet, sealedToOf(wallet, email)), true);
    },
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
    .update(JSON.stringify([...bound, sealedTo, address, wallet.sealed.length, wallet.publicKey.length]))
    .update(wallet.sealed)
    .update(wallet.publicKey)
    .digest('base64');
}
