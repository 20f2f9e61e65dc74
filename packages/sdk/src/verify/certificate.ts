import { fromHex, sameBytes } from '../core/encoding.js';
import {
  derBits,
  derContent,
  derElement,
  derSequence,
  derTag,
  derTime,
  derUnsigned,
  type DerElement,
} from './der.js';
import { ProofRefused } from './proof-refused.js';

/** What a chain of certificates is verified by. Nothing of it is proven yet. */
export type Certificate = {
  readonly der: Uint8Array;
  /** The bytes that the issuer signs. */
  readonly signed: Uint8Array;
  /** ECDSA, r || s, 96 bytes. */
  readonly signature: Uint8Array;
  /** Names, in DER. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Unix milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** On P-384: 04 || x || y, 97 bytes. */
  readonly publicKey: Uint8Array;
  readonly isAuthority: boolean;
  /** How many authorities may come below it. */
  readonly pathLength: number;
  /** The bits of its key usage (RFC 5280, section 4.2.1.3), all of them if it does not say. */
  readonly keyUsage: number;
};

export const keyUsage = { digitalSignature: 0x80, certificateSign: 0x04 } as const;

// AlgorithmIdentifiers in DER: ecdsa-with-SHA384 (RFC 5758), and id-ecPublicKey with secp384r1 (RFC 5480).
const ecdsaWithSha384 = /* @__PURE__ */ fromHex('300a06082a8648ce3d040303');
const keyOnP384 = /* @__PURE__ */ fromHex('301006072a8648ce3d020106052b81040022');
const versionThree = /* @__PURE__ */ fromHex('a003020102');
const idKeyUsage = /* @__PURE__ */ fromHex('551d0f');
const idBasicConstraints = /* @__PURE__ */ fromHex('551d13');
const extensionsTag = 0xa3;
const trueByte = 0xff;

/**
 * Reads a certificate as AWS's Nitro authority makes them (RFC 5280, version 3), signed with ECDSA and SHA-384 and for
 * a key on P-384. Throws ProofRefused 'malformed' for every other one, and for a critical extension that is not known.
 */
export function parseCertificate(der: Uint8Array): Certificate {
  const [body, algorithm, signature, ...rest] = derSequence(derElement(der));
  if (!body || rest.length > 0) throw malformed();
  const [version, serial, innerAlgorithm, issuer, validity, subject, key, extensions, ...more] =
    derSequence(body);
  expectBytes(version, versionThree);
  derContent(serial, derTag.integer);
  expectBytes(innerAlgorithm, ecdsaWithSha384);
  expectBytes(algorithm, ecdsaWithSha384);
  const [notBefore, notAfter, ...times] = derSequence(validity);
  if (!issuer || !subject || more.length > 0 || times.length > 0) throw malformed();
  derSequence(issuer);
  derSequence(subject);
  return {
    der,
    signed: body.whole,
    signature: readSignature(signature),
    issuer: issuer.whole,
    subject: subject.whole,
    notBefore: derTime(notBefore),
    notAfter: derTime(notAfter),
    publicKey: readKey(key),
    ...readExtensions(extensions),
  };
}

function readSignature(element: DerElement | undefined): Uint8Array {
  const [r, s, ...rest] = derSequence(derElement(derBits(element)));
  if (rest.length > 0) throw malformed();
  return Uint8Array.from([...derUnsigned(r, 48), ...derUnsigned(s, 48)]);
}

function readKey(element: DerElement | undefined): Uint8Array {
  const [algorithm, point, ...rest] = derSequence(element);
  expectBytes(algorithm, keyOnP384);
  const bytes = derBits(point);
  if (rest.length > 0 || bytes.length !== 97 || bytes[0] !== 4) throw malformed();
  return bytes;
}

function readExtensions(
  element: DerElement | undefined,
): Pick<Certificate, 'isAuthority' | 'pathLength' | 'keyUsage'> {
  const known: DerElement[] = [];
  let read = { isAuthority: false, pathLength: 0, keyUsage: 0xff };
  for (const extension of derSequence(derElement(derContent(element, extensionsTag)))) {
    const { id, isCritical, value } = readExtension(extension);
    if (known.some(({ content }) => sameBytes(content, id.content))) throw malformed();
    known.push(id);
    if (sameBytes(id.content, idBasicConstraints)) read = { ...read, ...readConstraints(value) };
    else if (sameBytes(id.content, idKeyUsage)) read = { ...read, keyUsage: readUsage(value) };
    else if (isCritical) throw malformed();
  }
  return read;
}

function readExtension(extension: DerElement) {
  const [id, ...rest] = derSequence(extension);
  const [critical] = rest.length === 2 ? rest : [];
  const isCritical = critical !== undefined && isTrue(critical);
  const value = rest.at(-1);
  if (!id || rest.length < 1 || rest.length > 2) throw malformed();
  derContent(id, derTag.objectIdentifier);
  return { id, isCritical, value: derElement(derContent(value, derTag.octetString)) };
}

function readConstraints(value: DerElement): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  const [authority, length, ...rest] = derSequence(value);
  if (!authority) return { isAuthority: false, pathLength: 0 };
  if (!isTrue(authority) || rest.length > 0) throw malformed();
  return { isAuthority: true, pathLength: length ? (derUnsigned(length, 1)[0] ?? 0) : Infinity };
}

/** Of the nine bits the first eight. */
function readUsage(value: DerElement): number {
  const [unused = 8, bits = 0] = derContent(value, derTag.bitString);
  if (unused > 7) throw malformed();
  return bits;
}

/** DER leaves false out, because it is the default. */
function isTrue(element: DerElement): boolean {
  const [value, ...rest] = derContent(element, derTag.boolean);
  if (value !== trueByte || rest.length > 0) throw malformed();
  return true;
}

function expectBytes(element: DerElement | undefined, bytes: Uint8Array): void {
  if (!element || !sameBytes(element.whole, bytes)) throw malformed();
}

function malformed(): ProofRefused {
  return new ProofRefused('malformed', 'certificate');
}
