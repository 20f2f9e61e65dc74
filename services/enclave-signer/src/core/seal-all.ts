import { createHash } from 'node:crypto';
import type { Chain } from '@wallet-service/addresses';
import type { ApplicationKey } from './application-key.js';
import { curveOf } from './curves.js';
import type { RecordContext } from './owner-context.js';
import { accessKeyBytes, openRecord, sealRecord, wipeWalletKeys, type WalletKeys } from './sealed-record.js';

/** What the caller stores of a wallet, and the access key, which nobody stores. Empty if there is none. */
export type SealedWallet = {
  readonly sealed: Uint8Array;
  readonly recoveryRecord: Uint8Array;
  readonly accessKey: Uint8Array;
};

// Nothing else has this digest, so its signature is of no use to anybody.
const keyCheck = new Uint8Array(createHash('sha256').update('wallet-service/key-check/v1').digest());

const none = (): Uint8Array => new Uint8Array(0);

/**
 * Seals a wallet's keys in a context, under a fresh access key if the context requires one, and once more
 * without it if the wallet is recoverable. Before it returns, it opens each record again, signs with what is in it, and
 * has the signature verified. Wipes the keys.
 */
export function sealAll(
  keys: WalletKeys,
  context: RecordContext,
  applicationKey: ApplicationKey,
  random: (length: number) => Uint8Array,
): SealedWallet {
  let accessKey: Uint8Array | undefined;
  let sealed: Uint8Array;
  let recoveryRecord = none();
  try {
    accessKey = context.accessKeyRequired ? random(accessKeyBytes) : undefined;
    sealed = sealRecord(keys, context, applicationKey, accessKey, random(12));
    if (context.recoverable)
      recoveryRecord = sealRecord(keys, context, applicationKey, undefined, random(12), 'recovery');
  } finally {
    wipeWalletKeys(keys);
  }
  assertOpens(keys.publicKey, context.chain, openRecord(sealed, context, applicationKey, accessKey));
  if (context.recoverable)
    assertOpens(
      keys.publicKey,
      context.chain,
      openRecord(recoveryRecord, context, applicationKey, undefined, 'recovery'),
    );
  return { sealed, recoveryRecord, accessKey: accessKey ?? none() };
}

/**
 * A record that can't be opened, or whose key does not sign for the wallet's public key, would lose whatever is sent to
 * its address. No wallet is better.
 */
function assertOpens(publicKey: Uint8Array, chain: Chain, opened: WalletKeys): void {
  try {
    if (Buffer.compare(opened.publicKey, publicKey) !== 0)
      throw new Error('the sealed record does not open to the same key');
    curveOf(chain).sign(keyCheck, opened.privateKey, publicKey);
  } finally {
    wipeWalletKeys(opened);
  }
}
