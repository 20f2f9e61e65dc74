import { ProofRefused } from './proof-refused.js';

/** One element of DER (X.690): `whole` is `content` after its tag and length. */
export type DerElement = { readonly tag: number; readonly content: Uint8Array; readonly whole: Uint8Array };

export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/**
 * The elements that follow each other in `bytes`. Tags have one byte, lengths are definite, in their shortest form, and
 * below 65,536. Throws ProofRefused for everything else.
 */
export function derElements(bytes: Uint8Array): readonly DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first] = bytes.subarray(at, at + 2);
    if ((tag & 0x1f) === 0x1f || first === undefined) throw malformed();
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    if (first === 0x80 || lengthBytes > 2 || start > bytes.length) throw malformed();
    const length =
      lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (lengthBytes > 0 && length < (lengthBytes === 1 ? 0x80 : 0x100)) throw malformed();
    if (length > bytes.length - start) throw malformed();
    found.push({ tag, content: bytes.slice(start, start + length), whole: bytes.slice(at, start + length) });
    at = start + length;
  }
  return found;
}

/** The content of an element with this tag. Throws ProofRefused for another element, and for none. */
export function derContent(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw malformed();
  return element.content;
}

/** The elements in a sequence. */
export function derSequence(element: DerElement | undefined): readonly DerElement[] {
  return derElements(derContent(element, derTag.sequence));
}

/** The one element that `bytes` are. */
export function derElement(bytes: Uint8Array): DerElement {
  const [element, ...rest] = derElements(bytes);
  if (!element || rest.length > 0) throw malformed();
  return element;
}

/** The bytes of a bit string whose bits fill them. */
export function derBits(element: DerElement | undefined): Uint8Array {
  const [unused, ...bits] = derContent(element, derTag.bitString);
  if (unused !== 0) throw malformed();
  return Uint8Array.from(bits);
}

/** A positive integer, big-endian, in exactly `length` bytes. */
export function derUnsigned(element: DerElement | undefined, length: number): Uint8Array {
  const content = derContent(element, derTag.integer);
  const [first = 0x80, second = 0] = content;
  // The first bit is the sign. A zero is in front only of a byte whose first bit is set.
  if (first >= 0x80 || (first === 0 && content.length > 1 && second < 0x80)) throw malformed();
  const digits = first === 0 ? content.subarray(1) : content;
  if (digits.length > length) throw malformed();
  const bytes = new Uint8Array(length);
  bytes.set(digits, length - digits.length);
  return bytes;
}

/** Unix milliseconds of a time in a certificate (RFC 5280, section 4.1.2.5). */
export function derTime(element: DerElement | undefined): number {
  if (element?.tag !== derTag.utcTime && element?.tag !== derTag.generalizedTime) throw malformed();
  const text = String.fromCharCode(...element.content);
  const short = /^\d{12}Z$/.test(text) ? text : undefined;
  // Two digits mean 1950 to 2049.
  const full = element.tag === derTag.utcTime ? short && (short < '5' ? '20' : '19') + short : text;
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full ?? '');
  if (!digits) throw malformed();
  const [, year, month, day, hour, minute, second] = digits;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${iso}Z`);
  // April 31 would be May 1.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) throw malformed();
  return time;
}

function malformed(): ProofRefused {
  return new ProofRefused('malformed', 'certificate');
}
