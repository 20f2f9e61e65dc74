/**
 * One byte string for one list of fields, and no other list with the same bytes: `domain`, the number of
 * fields and each field are preceded by their 4-byte big-endian lengths. A text is its UTF-8. Used for everything
 * that is signed, authenticated or hashed, so that no two meanings share their bytes.
 */
export function encodeCanonical(domain: string, fields: readonly (Uint8Array | string)[]): Uint8Array {
  const parts = [domain, ...fields];
  const lengths = parts.map((part) => (typeof part === 'string' ? Buffer.byteLength(part) : part.length));
  const encoded = new Uint8Array(4 + lengths.reduce((sum, length) => sum + 4 + length, 0));
  // Writes each text in place, which costs half of an array for each.
  const view = Buffer.from(encoded.buffer);
  view.writeUInt32BE(fields.length, 0);
  let at = 4;
  for (const [index, part] of parts.entries()) {
    const length = lengths[index] ?? 0;
    view.writeUInt32BE(length, at);
    if (typeof part === 'string') view.write(part, at + 4);
    else encoded.set(part, at + 4);
    at += 4 + length;
  }
  return encoded;
}

/** The fields of `bytes`, or undefined unless they are exactly what `encodeCanonical(domain, …)` writes. */
export function decodeCanonical(domain: string, bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4) return undefined;
  const parts: Uint8Array[] = [];
  let at = 4;
  while (at < bytes.length) {
    if (bytes.length - at < 4) return undefined;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return undefined;
    parts.push(new Uint8Array(bytes.subarray(at + 4, end)));
    at = end;
  }
  const [first, ...fields] = parts;
  const domainMatches = first !== undefined && textOf(first) === domain;
  return domainMatches && fields.length === view.getUint32(0) ? fields : undefined;
}

export function bytesOfText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 text, or undefined if the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Eight bytes, big-endian. `value` is an integer from 0 to 2^53 - 1. Any other number throws a RangeError.
 */
export function bytesOfInteger(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('not an integer from 0 to 2^53 - 1');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The inverse of `bytesOfInteger`. Undefined for other lengths and for integers above 2^53 - 1. */
export function integerOf(bytes: Uint8Array): number | undefined {
  if (bytes.length !== 8) return undefined;
  const value = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The bytes if there are exactly that many. */
export function sized(bytes: Uint8Array | undefined, length: number): Uint8Array | undefined {
  return bytes?.length === length ? bytes : undefined;
}

/** The record if nothing of it is missing. */
export function complete<T extends object>(parts: { [K in keyof T]: T[K] | undefined }): T | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as T);
}
