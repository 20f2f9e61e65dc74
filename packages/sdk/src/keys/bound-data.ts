import { concat, sameBytes, utf8 } from '../core/encoding.js';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * What a sealed key is bound to: the number of fields in 4 bytes, then the domain and each field, each after its length
 * in 4 bytes, big-endian.
 */
export function canonical(domain: string, fields: readonly Uint8Array[]): Bytes {
  const parts = [utf8(domain), ...fields];
  return concat(size(fields.length), ...parts.flatMap((part) => [size(part.length), part]));
}

/** The fields, or undefined unless the bytes are exactly what `canonical` writes. */
export function fieldsOf(domain: string, bytes: Bytes): Bytes[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Bytes[] = [];
  for (let at = 4; at + 4 <= bytes.length;) {
    const end = at + 4 + view.getUint32(at);
    parts.push(bytes.slice(at + 4, end));
    at = end;
  }
  const fields = parts.slice(1);
  return sameBytes(bytes, canonical(domain, fields)) ? fields : undefined;
}

function size(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
