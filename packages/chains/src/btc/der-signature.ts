import { concatBytes } from '@noble/hashes/utils.js';

/** BIP-66 strict DER of r || s, 64 bytes in, at most 72 out. */
export function derSignature(signature: Uint8Array): Uint8Array {
  const r = derInteger(signature.subarray(0, 32));
  const s = derInteger(signature.subarray(32, 64));
  return concatBytes(Uint8Array.of(0x30, r.length + s.length), r, s);
}

function derInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(start === -1 ? bytes.length - 1 : start);
  // A first bit of 1 would make the integer negative.
  const sign = (digits[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array();
  return concatBytes(Uint8Array.of(0x02, sign.length + digits.length), sign, digits);
}
