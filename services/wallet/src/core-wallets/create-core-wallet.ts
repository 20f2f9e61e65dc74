import type { Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import type { SignerKeys, MintedWallet } from '../keys/signer-keys.js';
import type { SealedKey } from '../keys/signer-use-request.js';
import type { CallScope } from '../signer/signer-client.js';
import { groupNotFound } from '../groups/wallet-group-handlers.js';
import type { WalletGroup } from '../groups/wallet-group-store.js';
import type { Idempotency, KeepAnswer, Repeatable } from '../idempotency/repeatable.js';
import type { Change } from '../journal/change-store.js';
import { walletEvent } from '../journal/wallet-event.js';
import { assertUsable, noticeReuse, type NoticeReuseDeps } from '../signatures/notice-reuse.js';
import { tokenPayload } from '../users/token-payload.js';
import type { JwtMode } from '../users/user-on-the-wire.js';
import { fingerprintOf } from '../signatures/token-pins.js';
import type { VerifiedWallets } from '../wallets/verified-wallets.js';
import type { NewWallet, Owner } from '../wallets/wallet.js';
import type { Tampered } from '../wallets/tampering.js';
import { insertCoreWallet, KeyHasWallet } from './core-wallet-store.js';
import { verifyOwnWallet, type FindCoreWallet } from './verify-own-wallet.js';
import { answerOf } from '../wallets/wallet-on-the-wire.js';

export type NewWalletRequest = {
  readonly owner: Owner;
  readonly jwt: string;
  readonly jwtMode: JwtMode;
  readonly chain: Chain;
  readonly network: string;
  readonly groupId: string | undefined;
  readonly resourceId: string | undefined;
  readonly recoverable: boolean;
  /** A private key from elsewhere, sealed to the import key. Undefined if the signer creates one. */
  readonly imported: Pick<SealedKey, 'encapsulatedKey' | 'ciphertext'> | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type CreateCoreWalletDeps = NoticeReuseDeps & {
  readonly keys: Pick<SignerKeys, 'create' | 'import'>;
  readonly findGroup: (applicationId: string, groupId: string) => Promise<WalletGroup | undefined>;
  readonly change: Change;
  readonly repeatable: Repeatable;
  readonly newId: () => string;
  readonly verified: VerifiedWallets;
  /** Returns only wallets that a signer has verified. */
  readonly findWallet: FindCoreWallet;
  readonly tampered: Tampered;
};

/**
 * Creates a wallet with an access key. A user may have many. Resolves to the answer (`answerOf`), which holds
 * the access key.
 */
export async function createCoreWallet(
  deps: CreateCoreWalletDeps,
  request: NewWalletRequest,
  scope: CallScope,
): Promise<Uint8Array> {
  const { owner, groupId, imported, jwt, jwtMode } = request;
  const { applicationId } = owner;
  const event = imported ? 'wallet.imported' : 'wallet.created';
  // A key can be imported once. If the answer were lost, nobody could get its wallet or a new access key.
  if (imported && !request.recoverable && !request.idempotency)
    throw invalidField('header Idempotency-Key', 'is required for an import without recovery');
  const work = async (keep: KeepAnswer): Promise<Uint8Array> => {
    if (groupId !== undefined && !(await deps.findGroup(applicationId, groupId))) throw groupNotFound();
    const id = deps.newId();
    const tokenReused = await isReused(deps, id, event, request);
    assertUsable(tokenReused, jwtMode);
    const made = newCoreWallet(id, request);
    const minted = await mint(deps, made, request, scope);
    const { sealed, publicKey, address } = minted;
    const recoveryRecord = request.recoverable ? minted.recoveryRecord : undefined;
    const whole = { ...made, owner, sealed, publicKey, address, recoveryRecord };
    const stored = deps.change(applicationId, async (transaction, emit) => {
      const timeCreated = await insertCoreWallet(transaction, whole);
      // Uses what the signer created. Of the stored row it reads only the time.
      const wallet = { ...whole, timeCreated, timeUpdated: undefined };
      await emit({ ...walletEvent(event, wallet, { ...scope, jwt }), tokenReused });
      const answer = answerOf(wallet, minted.accessKey);
      await keep(transaction, answer, { walletId: id, recordVersion: wallet.recordVersion });
      return answer;
    });
    return stored.catch(namingTheWallet(deps, scope));
  };
  return deps.repeatable(applicationId, request.idempotency, work, verifyOwnWallet(deps, owner, scope));
}

function newCoreWallet(id: string, { owner, chain, network, ...request }: NewWalletRequest): NewWallet {
  const { recoverable, groupId, resourceId, imported } = request;
  return {
    id,
    applicationId: owner.applicationId,
    owner,
    interface: 'core',
    origin: imported ? 'imported' : 'created',
    chain,
    network,
    recordVersion: 1,
    accessKeyRequired: true,
    recoverable,
    groupId,
    resourceId,
  };
}

/** A wallet is named to its owner only when a signer has verified it, because they would use its address. */
function namingTheWallet({ verified }: CreateCoreWalletDeps, scope: CallScope) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof KeyHasWallet)) throw error;
    const existing = error.existing && (await verified.verify(error.existing, scope));
    throw new AppError(
      'wallet.already-imported',
      'the user already has a wallet with this key on this network',
      existing ? { details: { wallet_id: existing.id } } : {},
    );
  };
}

/**
 * The token's use is this request, identified by its idempotency key. So a failed request can be repeated
 * with the same token. Without the key each attempt is a use of its own, and nobody creates two wallets with
 * one token.
 */
function isReused(
  deps: NoticeReuseDeps,
  walletId: string,
  event: string,
  { owner, jwt, jwtMode, chain, idempotency }: NewWalletRequest,
): Promise<boolean> {
  const fingerprint = idempotency
    ? fingerprintOf(idempotency.key, event, idempotency.bodyHash)
    : fingerprintOf(walletId, event, new Uint8Array(0));
  return noticeReuse(deps, {
    applicationId: owner.applicationId,
    jwt,
    exp: tokenPayload(jwt)['exp'],
    jwtMode,
    chain,
    fingerprint,
  });
}

// A key whose wallet is not stored was never used, so a crash in between leaves nothing behind.
function mint(
  { keys }: CreateCoreWalletDeps,
  wallet: NewWallet,
  { jwt, imported }: NewWalletRequest,
  scope: CallScope,
): Promise<MintedWallet> {
  // A token of the user's identity provider and not an operation token, so the application's lifetime limit
  // applies.
  const token = { jwt, tokenUse: 'express' } as const;
  return imported ? keys.import(wallet, imported, token, scope) : keys.create(wallet, token, scope);
}
