import { chainTable } from '@wallet-service/addresses';
import {
  assembleAuthorization,
  assembleHash,
  assembleMessage,
  type Operation,
  type RawSignature,
  type ReadOperation,
} from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { Wallet } from '../wallets/wallet.js';

export type Signed = {
  readonly wallet: Wallet;
  readonly operation: Operation;
  readonly read: ReadOperation;
  readonly signatures: readonly RawSignature[];
  /** Of a transaction on ETH too the bare signature is wanted, as of a hash. */
  readonly signatureOnly: boolean;
};

/** The fields of the answer, in the form that the operation's standard gives to a signature. */
export function assembleAnswer({ wallet, operation, read, signatures, signatureOnly }: Signed): object {
  const [first] = signatures;
  const [payload] = read.plan.payloads;
  if (!first || !payload || signatures.length !== read.plan.payloads.length)
    throw new AppError('internal', 'the signer gave another number of signatures than was asked for');
  switch (operation.kind) {
    case 'raw_hash':
      return assembleHash(payload, first);
    case 'message':
      return assembleMessage(wallet, operation, first);
    case 'eip7702_authorization':
      return assembleAuthorization(first);
    case 'typed_data':
      return assembleHash(payload, first);
    case 'transaction':
      if (signatureOnly && chainTable[wallet.chain].evm) return assembleHash(payload, first);
      if (!read.signed) throw new AppError('internal', 'a transaction was read that cannot be signed');
      return read.signed(signatures);
    case 'export_private_key':
      throw new AppError('internal', 'an export is no signature');
  }
}
