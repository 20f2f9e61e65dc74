// Encodings without `Buffer` and `btoa`, which some runtimes lack, and without globals that a polyfill may change.

export type Hex = `0x${string}`;

/** Lower-case hex with the prefix 0x. */
export function toHex(bytes: Uint8Array): Hex {
  let text = '0x';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text as Hex;
}

/** The bytes of hex text, with or without the prefix 0x. Throws a TypeError for anything else. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits))
    throw new TypeError('hex has an even number of the digits 0 to 9 and a to f');
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3);
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    text += second === undefined ? '=' : alphabet.charAt((group >> 6) & 63);
    text += third === undefined ? '=' : alphabet.charAt(group & 63);
  }
  return text;
}

/** The bytes of base64 or base64url (RFC 4648, sections 4 and 5), with or without padding. Throws a TypeError. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (digits.length % 4 === 1) throw new TypeError('base64 never has this length');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let group = 0;
  for (let index = 0, end = 0; index < digits.length; index += 1) {
    const value = alphabet.indexOf(digits.charAt(index));
    if (value < 0) throw new TypeError('base64 has only letters, digits, + and /');
    group = (group << 6) | value;
    if (index % 4 > 0) {
      bytes[end] = (group >> (6 - 2 * (index % 4))) & 255;
      end += 1;
    }
  }
  return bytes;
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
