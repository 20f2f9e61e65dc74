import type { Operation, SigningWallet } from './operation.js';
import { readOperation, type DecodedOperation } from './read-operation.js';

/** The meaning of the bytes that `planSigning` gives for the same arguments; refuses what it refuses. */
export function decodeOperation(wallet: SigningWallet, operation: Operation): DecodedOperation {
  return readOperation(wallet, operation).decode();
}
