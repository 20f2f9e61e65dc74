import type { Chain } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { Keys, MintedWallet } from '../clients/keys.js';
import type { SealedKey } from '../clients/sealed-key.js';
import type { CallScope } from '../clients/signer-client.js';
import { groupNotFound } from '../groups/wallet-group-handlers.js';
import type { WalletGroup } from '../groups/wallet-group-store.js';
import type { Idempotency, Repeatable } from '../idempotency/repeatable.js';
import type { Change } from '../journal/change-store.js';
import { happeningOf } from '../journal/wallet-event.js';
import { assertUsable, noticeReuse, type JwtMode, type NoticeReuseDeps } from '../signatures/notice-reuse.js';
import { fingerprintOf } from '../signatures/token-pins.js';
import type { Owner } from '../wallets/wallet.js';
import { insertCoreWallet } from './core-wallet-store.js';
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
  /** A private key from elsewhere, sealed to the import key; undefined: the signer makes one. */
  readonly imported: Pick<SealedKey, 'encapsulatedKey' | 'ciphertext'> | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type CreateCoreWalletDeps = NoticeReuseDeps & {
  readonly keys: Pick<Keys, 'create' | 'import'>;
  readonly findGroup: (applicationId: string, groupId: string) => Promise<WalletGroup | undefined>;
  readonly change: Change;
  readonly repeatable: Repeatable;
  readonly newId: () => string;
};

/** A wallet with an access key, of which a user may have many. Resolves to the answer (`answerOf`), which holds the access key. */
export async function createCoreWallet(
  deps: CreateCoreWalletDeps,
  request: NewWalletRequest,
  scope: CallScope,
): Promise<Uint8Array> {
  const { owner, groupId, imported, jwt, jwtMode } = request;
  const { applicationId } = owner;
  const event = imported ? 'wallet.imported' : 'wallet.created';
  // A key is imported once. Were the answer lost, its wallet could be had neither again nor with a new access key.
  if (imported && !request.recoverable && !request.idempotency)
    throw invalidField('header Idempotency-Key', 'is required for an import without recovery');
  return deps.repeatable(applicationId, request.idempotency, async (keep) => {
    if (groupId !== undefined && !(await deps.findGroup(applicationId, groupId))) throw groupNotFound();
    const id = deps.newId();
    const tokenReused = await isReused(deps, id, event, request);
    assertUsable(tokenReused, jwtMode);
    const minted = await mint(deps, id, request, scope);
    return deps.change(applicationId, async (transaction, happened) => {
      const wallet = await insertCoreWallet(transaction, {
        ...request,
        ...minted,
        id,
        accessKeyRequired: true,
        recoveryRecord: request.recoverable ? minted.recoveryRecord : undefined,
        origin: imported ? 'imported' : 'created',
      });
      await happened({ ...happeningOf(event, wallet, { ...scope, jwt }), tokenReused });
      const answer = answerOf(wallet, minted.accessKey);
      await keep(transaction, answer, { walletId: id, recordVersion: wallet.recordVersion });
      return answer;
    });
  });
}

/**
 * What a token is used for here is this request, named by its idempotency key: so what failed can be repeated with the same token. Without one each
 * attempt is a use of its own, and nobody makes two wallets by one token.
 */
function isReused(
  deps: NoticeReuseDeps,
  walletId: string,
  event: string,
  { jwt, jwtMode, chain, idempotency }: NewWalletRequest,
): Promise<boolean> {
  const fingerprint = idempotency
    ? fingerprintOf(idempotency.key, event, idempotency.bodyHash)
    : fingerprintOf(walletId, event, new Uint8Array(0));
  return noticeReuse(deps, { jwt, jwtMode, chain, fingerprint });
}

// A key whose wallet is not stored was never anybody's: a crash in between leaves nothing behind.
function mint(
  { keys }: CreateCoreWalletDeps,
  id: string,
  { owner, chain, network, recoverable, jwt, imported }: NewWalletRequest,
  scope: CallScope,
): Promise<MintedWallet> {
  const { applicationId } = owner;
  const wallet = {
    id,
    applicationId,
    chain,
    network,
    recordVersion: 1,
    accessKeyRequired: true,
    recoverable,
  };
  // The user's token of the identity provider, not an operation token: the application's lifetime rule holds.
  const token = { jwt, tokenUse: 'express' } as const;
  return imported ? keys.import(wallet, imported, token, scope) : keys.create(wallet, token, scope);
}
