import {
  assembleAuthorization,
  assembleHash,
  assembleMessage,
  type Operation,
  type RawSignature,
  type SigningPlan,
} from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { Wallet } from '../wallets/wallet.js';

/** The fields of the answer, in the form that the operation's standard gives to a signature. */
export function assembleAnswer(
  wallet: Wallet,
  operation: Operation,
  plan: SigningPlan,
  signatures: readonly RawSignature[],
): object {
  const [first] = signatures;
  const [payload] = plan.payloads;
  if (!first || !payload || signatures.length !== plan.payloads.length)
    throw new AppError('internal', 'the signer gave another number of signatures than was asked for');
  switch (operation.kind) {
    case 'raw_hash':
      return assembleHash(payload, first);
    case 'message':
      return assembleMessage(wallet, operation, first);
    case 'eip7702_authorization':
      return assembleAuthorization(first);
    case 'transaction':
    case 'typed_data':
      throw new AppError('chain.operation-unsupported', 'not signed yet');
  }
}
