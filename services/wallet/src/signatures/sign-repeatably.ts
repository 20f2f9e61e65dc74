import type { ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { Idempotency, Repeatable } from '../idempotency/repeatable.js';
import type { AppendBeside } from '../journal/append-beside-store.js';
import type { Tampered } from '../wallets/tampering.js';
import { signResponseOf } from './answer-on-the-wire.js';
import { keptForm, responseOf } from './kept-signature.js';
import { assertUsable } from './notice-reuse.js';
import { isReused, perform, taskOf } from './sign.js';
import type { SignDeps, SigningRequest } from './signing-request.js';

type SignResponse = ResponseOf<WalletDefinition['Sign']>;

export type SignRepeatablyDeps = SignDeps & {
  readonly repeatable: Repeatable;
  readonly appendBeside: AppendBeside;
  readonly tampered: Tampered;
};

/**
 * Signs once for each idempotency key. A retry gets the stored answer, and nothing is evaluated, counted or
 * journaled again. The answer and its journal entry are stored together: after a crash in between, the next
 * attempt signs the same bytes, and the journal has one result.
 */
export async function signRepeatably(
  deps: SignRepeatablyDeps,
  request: SigningRequest,
  idempotency: Idempotency,
): Promise<SignResponse> {
  const task = await taskOf(deps, request);
  const { wallet } = task;
  const { applicationId } = wallet;
  let runs = 0;
  const kept = await deps.repeatable(
    applicationId,
    idempotency,
    async (keep) => {
      runs += 1;
      const made = { walletId: wallet.id, recordVersion: wallet.recordVersion };
      const answer = await perform(deps, task, (entry, signed) =>
        deps.appendBeside(entry, (transaction) => keep(transaction, keptForm(signResponseOf(signed)), made)),
      );
      return keptForm(signResponseOf(answer));
    },
    (walletId) => {
      if (walletId === wallet.id) return Promise.resolve();
      throw deps.tampered('wallet-exchanged', { applicationId, walletId });
    },
  );
  // A token that was used for something else is no better for a retry than for a signature.
  if (runs === 0) assertUsable(await isReused(deps, task), request.jwtMode);
  return responseOf(kept);
}
