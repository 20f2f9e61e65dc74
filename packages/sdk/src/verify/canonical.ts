import { utf8 } from '../core/encoding.js';

/**
 * One byte string for one list of fields, and no other list with the same bytes: the number of fields, then `domain`
 * and each field, each after its length. Numbers of fields and lengths are 4 bytes, big-endian. Everything that the
 * service signs or hashes has this form.
 */
export function encodeCanonical(domain: string, fields: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = [utf8(domain), ...fields];
  const encoded = new Uint8Array(4 + parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(encoded.buffer);
  view.setUint32(0, fields.length);
  let at = 4;
  for (const part of parts) {
    view.setUint32(at, part.length);
    encoded.set(part, at + 4);
    at += 4 + part.length;
  }
  return encoded;
}

/** The fields of `bytes`, or undefined unless they are exactly what `encodeCanonical(domain, …)` writes. */
export function decodeCanonical(domain: string, bytes: Uint8Array): Uint8Array[] | undefined {
  if (bytes.length < 4) return undefined;
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  for (let at = 4; at < bytes.length;) {
    if (bytes.length - at < 4) return undefined;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return undefined;
    parts.push(bytes.slice(at + 4, end));
    at = end;
  }
  const [first, ...fields] = parts;
  const isOfDomain = first !== undefined && textOf(first) === domain;
  return isOfDomain && fields.length === view.getUint32(0) ? fields : undefined;
}

/** Eight bytes, big-endian. `value` is an integer from 0 to 2^53 - 1. */
export function bytesOfInteger(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  viewOf(bytes).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The inverse of `bytesOfInteger`. Undefined for other lengths and for integers above 2^53 - 1. */
export function integerOf(bytes: Uint8Array | undefined): number | undefined {
  if (bytes?.length !== 8) return undefined;
  const value = Number(viewOf(bytes).getBigUint64(0));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** UTF-8 text, or undefined if the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes if there are exactly that many. */
export function sized(bytes: Uint8Array | undefined, length: number): Uint8Array | undefined {
  return bytes?.length === length ? bytes : undefined;
}

/** The record if nothing of it is missing. */
export function complete<T extends object>(parts: { [K in keyof T]: T[K] | undefined }): T | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as T);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
