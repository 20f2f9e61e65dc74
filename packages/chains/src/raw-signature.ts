import { AppError } from '@wallet-service/errors';
import type { RawSignature } from './operation.js';

/** The signer is ours, so a malformed signature is a fault of the service and not of the caller. */
export function assertSignature(raw: RawSignature): void {
  if (raw.signature.length !== 64) throw new AppError('internal', 'a signature has 64 bytes');
  if (![0, 1, 2, 3].includes(raw.recoveryId)) throw new AppError('internal', 'a recovery id is 0 to 3');
}

/** The parity of R's y. A recovery id of 2 or 3 (r overflowed, one in 2^127) can't be expressed on Ethereum. */
export function parityOf(raw: RawSignature): 0 | 1 {
  assertSignature(raw);
  if (raw.recoveryId !== 0 && raw.recoveryId !== 1) {
    throw new AppError('internal', 'Ethereum has no form for this recovery id');
  }
  return raw.recoveryId;
}
