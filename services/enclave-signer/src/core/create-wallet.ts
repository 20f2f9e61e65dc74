import { addressOf, isBitcoinNetwork } from '@wallet-service/addresses';
import type { VerifiedTokens } from '@wallet-service/jwt';
import { Refused, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import { deriveKeys } from './derive-keys.js';
import { ownerOf, recordContext, type RecordContext } from './owner-context.js';
import { accessKeyBytes, openRecord, sealRecord, wipeWalletKeys } from './sealed-record.js';
import type { TrustStore } from './trust-store.js';
import { tokenUseOf, verifyToken } from './verify-token.js';
import { wipe } from './wipe.js';

export type CreateWalletDeps = {
  readonly trust: TrustStore;
  readonly tokens: VerifiedTokens;
  readonly applicationKeys: ApplicationKeys;
  /** That many unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Unix seconds. */
  readonly now: () => number;
};

/** A new wallet for the user of the token. Nothing is kept: the caller stores the sealed record. */
export async function createWallet(
  deps: CreateWalletDeps,
  { context, jwt, tokenUse }: SignerRequest<'CreateWallet'>,
): Promise<SignerResponse<'CreateWallet'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, tokenUseOf(tokenUse), deps, deps.now());
  const bound = recordContext(context, ownerOf(token));
  if (bound.recordVersion !== 1) throw new Refused('malformed-request', { field: 'context.recordVersion' });
  if (bound.chain === 'BTC' && !isBitcoinNetwork(bound.network))
    throw new Refused('malformed-request', { field: 'context.network' });
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);

  const secret = deps.random(32);
  const keys = { secret, ...deriveKeys(secret, bound.chain, bound.network) };
  const accessKey = bound.accessKeyRequired ? deps.random(accessKeyBytes) : undefined;
  const sealed = sealRecord(keys, bound, applicationKey, accessKey, deps.random(12));
  wipeWalletKeys(keys);
  assertOpens(keys.publicKey, () => openRecord(sealed, bound, applicationKey, accessKey));
  return {
    sealed,
    publicKey: keys.publicKey,
    address: addressOfKey(bound, keys.publicKey),
    accessKey: accessKey ?? new Uint8Array(0),
    trustBundleVersion: BigInt(deps.trust.inForce.bundle.version),
  };
}

/** A record that can't be opened would lose whatever is sent to its address: better no wallet. */
function assertOpens(publicKey: Uint8Array, open: () => ReturnType<typeof openRecord>): void {
  const opened = open();
  const same = Buffer.compare(opened.publicKey, publicKey) === 0;
  wipe(opened.secret, opened.privateKey);
  if (!same) throw new Error('the sealed record does not open to the same key');
}

function addressOfKey({ chain, network }: RecordContext, publicKey: Uint8Array): string {
  return addressOf(chain, network, publicKey);
}
