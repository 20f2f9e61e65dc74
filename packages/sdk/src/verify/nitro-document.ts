import { utf8 } from '../core/encoding.js';
import { cborBytes, decodeCbor, type CborMap, type CborValue } from './cbor.js';
import { ProofRefused } from './proof-refused.js';

/** A parsed document. Nothing is proven yet. */
export type UnverifiedDocument = {
  /** The signed bytes of the COSE_Sign1 (RFC 9052, section 4.4). */
  readonly signed: Uint8Array;
  /** ECDSA, r || s, 96 bytes. */
  readonly signature: Uint8Array;
  readonly moduleId: string;
  /** Unix milliseconds, by the clock of the Nitro hypervisor. */
  readonly timestamp: number;
  /** By index, 48 bytes each. */
  readonly pcrs: ReadonlyMap<number, Uint8Array>;
  /** DER of the enclave's certificate, then of its issuers up to the root. */
  readonly chain: readonly Uint8Array[];
  readonly publicKey: Uint8Array | undefined;
  readonly userData: Uint8Array | undefined;
  readonly nonce: Uint8Array | undefined;
};

/** A genuine document has about 5 KB, and 10 KB with the largest fields that the Nitro module accepts. */
const maxDocumentBytes = 16_384;
const es384 = -35; // RFC 9053, section 2.1
const tagOfCoseSign1 = 0xd2;
const signatureBytes = 96;
const pcrBytes = 48;
const maxIssuers = 8;

/** Reads a COSE_Sign1 of the Nitro module, with or without its tag. Throws ProofRefused: 'malformed' or 'algorithm'. */
export function parseNitroDocument(document: Uint8Array): UnverifiedDocument {
  if (document.length > maxDocumentBytes) throw new ProofRefused('malformed', 'size');
  const { header, payload, signature } = partsOf(document);
  const algorithm = decodeCbor(header);
  if (!isMap(algorithm) || algorithm.size !== 1 || algorithm.get(1) !== es384)
    throw new ProofRefused('algorithm');
  const fields = decodeCbor(payload);
  if (!isMap(fields)) throw new ProofRefused('malformed', 'payload');
  if (signature.length !== signatureBytes) throw new ProofRefused('malformed', 'signature');
  if (fields.get('digest') !== 'SHA384') throw new ProofRefused('algorithm');
  return {
    signed: signedBytes(header, payload),
    signature,
    moduleId: text(fields.get('module_id')),
    timestamp: milliseconds(fields.get('timestamp')),
    pcrs: measurements(fields.get('pcrs')),
    chain: chainOf(fields.get('certificate'), fields.get('cabundle')),
    publicKey: optionalBytes(fields, 'public_key'),
    userData: optionalBytes(fields, 'user_data'),
    nonce: optionalBytes(fields, 'nonce'),
  };
}

function partsOf(document: Uint8Array) {
  // The module leaves the tag out, which RFC 9052 allows.
  const parts = decodeCbor(document[0] === tagOfCoseSign1 ? document.subarray(1) : document);
  if (!isArray(parts) || parts.length !== 4) throw new ProofRefused('malformed', 'COSE_Sign1');
  const [header, unsigned, payload, signature] = parts;
  // The unprotected header is not signed. The module's is empty.
  if (!isMap(unsigned) || unsigned.size > 0) throw new ProofRefused('malformed', 'unprotected header');
  return {
    header: bytes(header, 'header'),
    payload: bytes(payload, 'payload'),
    signature: bytes(signature, 'signature'),
  };
}

/** The array "Signature1", protected header, no external data, payload. */
function signedBytes(header: Uint8Array, payload: Uint8Array): Uint8Array {
  const context = utf8('Signature1');
  const none = new Uint8Array(0);
  const strings = [header, none, payload].flatMap(cborBytes);
  return Uint8Array.from([0x84, 0x60 + context.length, ...context, ...strings]);
}

function text(value: CborValue | undefined): string {
  if (typeof value !== 'string') throw new ProofRefused('malformed', 'module_id');
  return value;
}

function milliseconds(value: CborValue | undefined): number {
  if (typeof value !== 'number' || value < 0) throw new ProofRefused('malformed', 'timestamp');
  return value;
}

function measurements(value: CborValue | undefined): ReadonlyMap<number, Uint8Array> {
  if (!isMap(value)) throw new ProofRefused('malformed', 'pcrs');
  const pcrs = new Map<number, Uint8Array>();
  for (const [index, digest] of value) {
    if (typeof index !== 'number' || bytes(digest, 'pcrs').length !== pcrBytes)
      throw new ProofRefused('malformed', 'pcrs');
    pcrs.set(index, bytes(digest, 'pcrs'));
  }
  return pcrs;
}

/** The module writes the root first and the issuer of the enclave's certificate last. */
function chainOf(certificate: CborValue | undefined, bundle: CborValue | undefined): readonly Uint8Array[] {
  const issuers = isArray(bundle) ? [...bundle].reverse() : [];
  if (issuers.length < 1 || issuers.length > maxIssuers) throw new ProofRefused('malformed', 'cabundle');
  return [certificate, ...issuers].map((der) => bytes(der, 'certificate'));
}

function optionalBytes(fields: CborMap, name: string): Uint8Array | undefined {
  const value = fields.get(name) ?? undefined;
  return value === undefined ? undefined : bytes(value, name);
}

function bytes(value: CborValue | undefined, name: string): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new ProofRefused('malformed', name);
  return value;
}

function isMap(value: CborValue | undefined): value is CborMap {
  return value instanceof Map;
}

function isArray(value: CborValue | undefined): value is readonly CborValue[] {
  return Array.isArray(value);
}
