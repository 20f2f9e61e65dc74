import { Encoder } from 'cbor-x';
import { AttestationRefused } from './attestation-refused.js';

/** A parsed document. Nothing is proven yet. */
export type UnverifiedDocument = {
  /** The signed bytes of the COSE_Sign1 (RFC 9052 section 4.4). */
  readonly toBeSigned: Uint8Array;
  /** ECDSA, r || s, 96 bytes. */
  readonly signature: Uint8Array;
  readonly moduleId: string;
  /** Unix milliseconds, by the clock of the Nitro hypervisor. */
  readonly timestamp: number;
  readonly pcrs: ReadonlyMap<number, Uint8Array>;
  /** DER of the enclave's certificate, then of its issuers up to the root. */
  readonly chain: readonly Uint8Array[];
  readonly publicKey: Uint8Array | undefined;
  readonly userData: Uint8Array | undefined;
  readonly nonce: Uint8Array | undefined;
};

/** A genuine document has about 5 KB, and 10 KB with the largest fields that NSM accepts. */
export const maxDocumentBytes = 16 * 1024;
const es384 = -35; // RFC 9053 section 2.1
const signatureBytes = 96;
const pcrBytes = 48;
const maxIssuers = 8;

const cbor = new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false });

/** Reads a COSE_Sign1 of NSM, with or without its tag. Throws AttestationRefused: 'malformed' or 'algorithm'. */
export function parseNitroDocument(document: Uint8Array): UnverifiedDocument {
  if (document.length > maxDocumentBytes) throw new AttestationRefused('malformed', 'size');
  const [header, , payload, signature] = partsOf(document);
  const algorithm = header && decoded(header);
  if (!(algorithm instanceof Map) || algorithm.size !== 1 || algorithm.get(1) !== es384)
    throw new AttestationRefused('algorithm');
  const fields = payload && decoded(payload);
  if (!header || !payload || !(fields instanceof Map)) throw new AttestationRefused('malformed', 'payload');
  if (signature?.length !== signatureBytes) throw new AttestationRefused('malformed', 'signature');
  if (fields.get('digest') !== 'SHA384') throw new AttestationRefused('algorithm');
  return {
    toBeSigned: cbor.encode(['Signature1', header, Buffer.alloc(0), payload]),
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

function partsOf(document: Uint8Array): readonly (Buffer | undefined)[] {
  // Tag 18 (COSE_Sign1) is optional, and NSM leaves it out.
  const untagged = document[0] === 0xd2 ? document.subarray(1) : document;
  const parts = decoded(untagged);
  if (!Array.isArray(parts) || parts.length !== 4) throw new AttestationRefused('malformed', 'COSE_Sign1');
  // The unprotected header is not signed. NSM's is empty.
  const unprotected: unknown = parts[1];
  if (!(unprotected instanceof Map) || unprotected.size > 0)
    throw new AttestationRefused('malformed', 'unprotected header');
  return parts.map((part: unknown) => (Buffer.isBuffer(part) ? part : undefined));
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return cbor.decode(Buffer.from(bytes));
  } catch {
    throw new AttestationRefused('malformed', 'CBOR');
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new AttestationRefused('malformed', 'module_id');
  return value;
}

function milliseconds(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    throw new AttestationRefused('malformed', 'timestamp');
  return number;
}

function measurements(value: unknown): ReadonlyMap<number, Uint8Array> {
  if (!(value instanceof Map)) throw new AttestationRefused('malformed', 'pcrs');
  const pcrs = new Map<number, Uint8Array>();
  for (const [index, digest] of value as Map<unknown, unknown>) {
    if (typeof index !== 'number' || !Buffer.isBuffer(digest) || digest.length !== pcrBytes)
      throw new AttestationRefused('malformed', 'pcrs');
    pcrs.set(index, digest);
  }
  return pcrs;
}

/** NSM writes the root first and the issuer of the enclave's certificate last. */
function chainOf(certificate: unknown, cabundle: unknown): readonly Uint8Array[] {
  const issuers: unknown[] = Array.isArray(cabundle) ? cabundle.toReversed() : [];
  if (issuers.length < 1 || issuers.length > maxIssuers)
    throw new AttestationRefused('malformed', 'cabundle');
  return [certificate, ...issuers].map((der) => {
    if (!Buffer.isBuffer(der)) throw new AttestationRefused('malformed', 'certificate');
    return der;
  });
}

function optionalBytes(fields: Map<unknown, unknown>, name: string): Uint8Array | undefined {
  const value = fields.get(name) ?? undefined;
  if (value !== undefined && !Buffer.isBuffer(value)) throw new AttestationRefused('malformed', name);
  return value;
}
