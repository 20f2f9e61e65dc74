import { fromBase64 } from '../core/encoding.js';
import { ProofRefused, type ProofRefusal } from './proof-refused.js';

/** Bytes, or their base64 as answers have it. */
export type AnsweredBytes = Uint8Array | string;

/**
 * A copy of the bytes, which nobody changes while they are verified. Throws ProofRefused with `refusal` for text that
 * is no base64.
 */
export function bytesOf(answered: AnsweredBytes, refusal: ProofRefusal): Uint8Array {
  if (typeof answered !== 'string') return new Uint8Array(answered);
  try {
    return fromBase64(answered);
  } catch {
    throw new ProofRefused(refusal, 'base64');
  }
}
