import { addressOf, chainOfNetwork } from '@wallet-service/addresses';
import type { VerifiedTokens } from '@wallet-service/jwt';
import {
  Refused,
  type SignerRequest,
  type SignerResponse,
  type WalletContext,
} from '@wallet-service/signer-protocol';
import type { ApplicationKey, ApplicationKeys } from './application-key.js';
import { deriveKeys } from './curves.js';
import { ownerOf, recordContext, type Owner, type RecordContext } from './owner-context.js';
import { sealAll } from './seal-all.js';
import type { WalletKeys } from './sealed-record.js';
import type { TrustStore } from './trust-store.js';
import { tokenUseOf, verifyToken } from './verify-token.js';

export type CreateWalletDeps = {
  readonly trust: TrustStore;
  readonly tokens: VerifiedTokens;
  readonly applicationKeys: ApplicationKeys;
  /** That many unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Unix seconds. */
  readonly now: () => number;
};

/** Creates a wallet for the user of the token. Nothing is kept: the caller stores the sealed record. */
export async function createWallet(
  deps: CreateWalletDeps,
  { context, jwt, tokenUse }: SignerRequest<'CreateWallet'>,
): Promise<SignerResponse<'CreateWallet'>> {
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, tokenUseOf(tokenUse), deps, deps.now());
  return makeWallet(deps, context, ownerOf(token));
}

/** Creates a wallet for an owner, at version 1. */
export async function makeWallet(
  deps: Pick<CreateWalletDeps, 'trust' | 'applicationKeys' | 'random'>,
  context: WalletContext,
  owner: Owner,
): Promise<SignerResponse<'CreateWallet'>> {
  const bound = newWalletContext(context, owner);
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const secret = deps.random(32);
  return sealNewWallet(
    deps,
    { secret, ...deriveKeys(secret, bound.chain, bound.network) },
    bound,
    applicationKey,
  );
}

/** The context of a wallet's first record. */
export function newWalletContext(context: WalletContext, owner: Owner): RecordContext {
  const bound = recordContext(context, owner);
  if (bound.recordVersion !== 1) throw new Refused('malformed-request', { field: 'context.recordVersion' });
  if (chainOfNetwork(bound.network) !== bound.chain)
    throw new Refused('malformed-request', { field: 'context.network' });
  return bound;
}

/** The answer for a new wallet; wipes the keys. */
export function sealNewWallet(
  deps: Pick<CreateWalletDeps, 'trust' | 'random'>,
  keys: WalletKeys,
  bound: RecordContext,
  applicationKey: ApplicationKey,
): SignerResponse<'CreateWallet'> {
  const records = sealAll(keys, bound, applicationKey, deps.random);
  return {
    ...records,
    publicKey: keys.publicKey,
    address: addressOf(bound.chain, bound.network, keys.publicKey),
    rootVersion: BigInt(deps.trust.root.version),
  };
}
