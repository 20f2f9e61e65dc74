import type { Operation, SigningPlan, SigningWallet } from './operation.js';
import { readOperation } from './read-operation.js';

/**
 * The bytes to sign for an operation. Every service derives them for itself with this function, so it decides from its arguments
 * alone. Refused with `chain.operation-unsupported`: what makes no sense on the wallet's chain. Refused with `request.invalid`: what
 * is not exactly in the form of its standard; the path of the error points into the body of the signing request.
 */
export function planSigning(wallet: SigningWallet, operation: Operation): SigningPlan {
  return readOperation(wallet, operation).plan;
}
