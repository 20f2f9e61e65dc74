import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError, invalidField } from '@wallet-service/errors';
import type { IdempotencyStore, KeptAnswer, Made, RequestName } from './idempotency-store.js';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import type { Owner } from '../wallets/wallet.js';
import { openAnswer, sealAnswer } from './sealed-answer.js';

/** What makes a request repeatable for 24 hours. `bodyHash` and `sealKey` have 32 bytes. */
export type Idempotency = {
  readonly key: string;
  readonly bodyHash: Buffer;
  readonly sealKey: Buffer;
  /** For a signature: its key counts for this user and interface alone. */
  readonly ofSignature?: { readonly owner: Owner; readonly interface: string };
};

/**
 * Stores the answer in the transaction of its change. MUST be called exactly once before that transaction is
 * committed.
 */
export type KeepAnswer = (transaction: PoolClient, answer: Uint8Array, made: Made) => Promise<void>;

export type RepeatableDeps = {
  readonly store: IdempotencyStore;
  readonly newId: () => string;
  readonly random: (length: number) => Buffer;
};

/** Rejects unless the caller owns the wallet and a signer verifies it. */
export type VerifyOwnWallet = (walletId: string) => Promise<void>;

/** Longer than any call may take. While the lock holds, the request is running or its process died. */
const lockMs = 15_000;

export type Repeatable = ReturnType<typeof createRepeatable>;

/**
 * Runs `work` once per idempotency key. A repeated request gets the stored answer. Without `idempotency` it
 * just runs. Failures are not stored, because the same request may succeed next time. `verifyOwnWallet` is
 * needed if the work is about a wallet.
 */
export function createRepeatable({ store, newId, random }: RepeatableDeps) {
  return async function repeatable(
    applicationId: string,
    idempotency: Idempotency | undefined,
    work: (keep: KeepAnswer) => Promise<Uint8Array>,
    verifyOwnWallet: VerifyOwnWallet = () => Promise.resolve(),
  ): Promise<Uint8Array> {
    if (!idempotency) return work(() => Promise.resolve());
    const { bodyHash, sealKey, ofSignature } = checked(idempotency);
    const keyHash = keyHashOf(idempotency);
    const request: RequestName = { applicationId, keyHash, bodyHash, ofSignature: ofSignature !== undefined };
    const lockId = newId();
    const beginning = await store.begin(request, lockId, lockMs);
    if (beginning.state === 'answered') return answerAgain(beginning.kept, sealKey, request, verifyOwnWallet);
    if (beginning.state === 'mismatch')
      throw new AppError(
        'request.idempotency-mismatch',
        'the Idempotency-Key was already used for another request: use a new one',
      );
    if (beginning.state === 'running') throw stillRunning();
    try {
      return await work(async (transaction, answer, made) => {
        const sealed = sealAnswer(answer, sealKey, request, random(12));
        if (!(await store.answer(transaction, request, lockId, { sealed, made }))) throw stillRunning();
      });
    } catch (error) {
      // An answer that was stored despite the failure stays. If this fails too, the lock ends by itself.
      await store.abandon(request, lockId).catch(() => undefined);
      throw error;
    }
  };
}

/**
 * The stored answer, unless it can't be opened or contains an access key that no longer works. The answer is
 * sealed, but the wallet that it is about is not: it is named only when a signer has verified it.
 */
async function answerAgain(
  { sealedAnswer, made, currentVersion }: KeptAnswer,
  sealKey: Buffer,
  request: RequestName,
  verifyOwnWallet: VerifyOwnWallet,
): Promise<Buffer> {
  const outdated = made !== undefined && 'walletId' in made && currentVersion !== made.recordVersion;
  const answer = openAnswer(sealedAnswer, sealKey, request);
  if (answer && !outdated) return answer;
  if (made && 'walletId' in made) await verifyOwnWallet(made.walletId);
  const details = made === undefined ? {} : namesOf(made);
  if (outdated)
    throw new AppError(
      'request.idempotency-answer-outdated',
      'the request succeeded, but the wallet’s access key has been replaced since',
      { details },
    );
  throw new AppError(
    'request.idempotency-answer-sealed',
    'the request succeeded, but its answer is sealed to the secret key of the first request: repeat it with that key',
    { details },
  );
}

/**
 * The keys of signatures are each user's own: users don't trust each other, and one could take the key that
 * another is about to use.
 */
export function keyHashOf({ key, ofSignature }: Pick<Idempotency, 'key' | 'ofSignature'>): Buffer {
  const hash = createHash('sha256');
  if (!ofSignature) return hash.update(key).digest();
  const { owner, interface: name } = ofSignature;
  const parts = [name, owner.issuer, owner.subject, key];
  return hash.update(encodeCanonical('wallet-service/signature-key/1', parts)).digest();
}

function namesOf(made: Made): Readonly<Record<string, string>> {
  return 'walletId' in made ? { wallet_id: made.walletId } : { wallet_group_id: made.groupId };
}

function checked(idempotency: Idempotency): Idempotency {
  const { key, bodyHash, sealKey } = idempotency;
  if (key === '' || key.length > 255) throw invalidField('/idempotency/key', 'must have 1 to 255 characters');
  if (bodyHash.length !== 32 || sealKey.length !== 32)
    throw invalidField('/idempotency', 'the hash and the seal key must have 32 bytes');
  return idempotency;
}

function stillRunning(): AppError {
  return new AppError(
    'request.idempotency-running',
    'the first request with this Idempotency-Key is still running',
    {
      retryAfterSeconds: 1,
    },
  );
}
