import { AppError, invalidField } from '@wallet-service/errors';
import type { SignerKeys, ResealedWallet } from '../keys/signer-keys.js';
import type { CallScope } from '../signer/signer-client.js';
import type { Idempotency, KeepAnswer, Repeatable } from '../idempotency/repeatable.js';
import type { Change } from '../journal/change-store.js';
import { walletEvent } from '../journal/wallet-event.js';
import { assertUsable, noticeReuse, type NoticeReuseDeps } from '../signatures/notice-reuse.js';
import { tokenPayload } from '../users/token-payload.js';
import type { JwtMode } from '../users/user-on-the-wire.js';
import { fingerprintOf } from '../signatures/token-pins.js';
import { assertOwnedBy, type Owner, type Wallet } from '../wallets/wallet.js';
import type { Tampered } from '../wallets/tampering.js';
import { replaceRecords } from './core-wallet-store.js';
import { verifyOwnWallet, type FindCoreWallet } from './verify-own-wallet.js';
import { answerOf } from '../wallets/wallet-on-the-wire.js';

export type ChangeAccessKeyDeps = NoticeReuseDeps & {
  /** Returns only wallets that a signer has verified. */
  readonly findWallet: FindCoreWallet;
  readonly tampered: Tampered;
  readonly keys: Pick<SignerKeys, 'rotate' | 'recover'>;
  readonly change: Change;
  readonly repeatable: Repeatable;
  /** Tells the policy service that a version exists. From then on it gives no verdict for an older one. */
  readonly setMinimumRecordVersion: (wallet: Wallet, scope: CallScope) => Promise<void>;
};

export type AccessKeyRequest = {
  readonly owner: Owner;
  readonly walletId: string;
  readonly jwt: string;
  readonly jwtMode: JwtMode;
  readonly idempotency: Idempotency | undefined;
};

/**
 * Issues a new access key to an owner who has the old one. The old one stops working. Resolves to the answer
 * (`answerOf`).
 */
export async function rotateAccessKey(
  deps: ChangeAccessKeyDeps,
  request: AccessKeyRequest & { readonly accessKey: Uint8Array },
  scope: CallScope,
): Promise<Uint8Array> {
  const wallet = await ownWallet(deps, request, scope);
  // If the answer is lost, nobody can issue another access key for such a wallet.
  if (!wallet.recoverable && !request.idempotency)
    throw invalidField('header Idempotency-Key', 'is required for a wallet that is not recoverable');
  return issue(deps, 'access_key.rotated', request, scope, (current) =>
    deps.keys.rotate(current, request, scope),
  );
}

/** Issues a new access key to the owner, by their token alone. Resolves to the answer (`answerOf`). */
export async function recoverAccessKey(
  deps: ChangeAccessKeyDeps,
  request: AccessKeyRequest,
  scope: CallScope,
): Promise<Uint8Array> {
  const wallet = await ownWallet(deps, request, scope);
  if (!wallet.recoveryRecord)
    throw new AppError('wallet.not-recoverable', 'the wallet was made without recovery of its access key');
  return issue(deps, 'access_key.recovered', request, scope, (current) =>
    deps.keys.recover(current, current.recoveryRecord ?? new Uint8Array(0), request.jwt, scope),
  );
}

async function ownWallet(
  { findWallet }: ChangeAccessKeyDeps,
  { owner, walletId }: AccessKeyRequest,
  scope: CallScope,
): Promise<Wallet> {
  const wallet = await findWallet(owner.applicationId, walletId, scope);
  if (!wallet) throw new AppError('wallet.not-found', 'the application has no wallet with this id');
  assertOwnedBy(wallet, owner);
  if (!wallet.accessKeyRequired) throw invalidField('/wallet_id', 'the wallet has no access key');
  return wallet;
}

type KeyEvent = 'access_key.rotated' | 'access_key.recovered';

function issue(
  deps: ChangeAccessKeyDeps,
  event: KeyEvent,
  request: AccessKeyRequest,
  scope: CallScope,
  reseal: (current: Wallet) => Promise<ResealedWallet>,
): Promise<Uint8Array> {
  const { owner, walletId, jwt, idempotency } = request;
  const { applicationId } = owner;
  const work = async (keep: KeepAnswer): Promise<Uint8Array> => {
    // Read again, because a repeated request may come after a change.
    const current = await ownWallet(deps, request, scope);
    const tokenReused = await isReused(deps, current, event, request);
    assertUsable(tokenReused, request.jwtMode);
    const resealed = await reseal(current);
    assertNextVersion(current, resealed);
    // Comes first, and outside the transaction, because it takes a while. If it fails, nothing has changed.
    // If a later step fails, the same request again completes the change: the old access key still opens the
    // old record for a new one, and for nothing else.
    await deps.setMinimumRecordVersion({ ...current, recordVersion: resealed.recordVersion }, scope);
    const { sealed, recordVersion } = resealed;
    const recoveryRecord = current.recoverable ? resealed.recoveryRecord : undefined;
    return deps.change(applicationId, async (transaction, emit) => {
      const timeUpdated = await replaceRecords(transaction, current, { sealed, recoveryRecord });
      if (timeUpdated === undefined)
        throw new AppError(
          'wallet.changed-meanwhile',
          'another request replaced the wallet’s access key at the same time: try again',
        );
      // Uses what was sent to the signer and what it returned. Of the stored row it reads only the time.
      const changed = { ...current, sealed, recoveryRecord, recordVersion, timeUpdated };
      await emit({ ...walletEvent(event, changed, { ...scope, jwt }), tokenReused });
      const answer = answerOf(changed, resealed.accessKey);
      await keep(transaction, answer, { walletId, recordVersion });
      return answer;
    });
  };
  return deps.repeatable(applicationId, idempotency, work, verifyOwnWallet(deps, owner, scope));
}

/**
 * The payload of a change is the version that it replaces. So a failed change can be repeated with the same
 * token, and a successful one can't be done twice with it. A request that is repeated with its idempotency
 * key gets the stored answer and does not come here.
 */
function isReused(
  deps: NoticeReuseDeps,
  { id, applicationId, chain, recordVersion }: Wallet,
  event: KeyEvent,
  { jwt, jwtMode }: AccessKeyRequest,
): Promise<boolean> {
  const fingerprint = fingerprintOf(id, event, Buffer.from(String(recordVersion)));
  return noticeReuse(deps, {
    applicationId,
    jwt,
    exp: tokenPayload(jwt)['exp'],
    jwtMode,
    chain,
    fingerprint,
  });
}

function assertNextVersion({ recordVersion }: Wallet, resealed: ResealedWallet): void {
  if (resealed.recordVersion !== recordVersion + 1)
    throw new AppError('internal', 'the signer sealed another record version than requested');
}
