import { createPublicKey, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { Decoder, Encoder } from 'cbor-x';

const cbor = { mapsAsObjects: false, useRecords: false, tagUint8Array: false } as const;
const decoder = new Decoder(cbor);
const encoder = new Encoder(cbor);
/** In milliseconds. KMS accepts no older documents. */
const maxAgeMs = 5 * 60_000;

/** The measurements, by index, that a document must have before the key policy allows decryption. */
export type RecipientPolicy = {
  /** PEM of the root of genuine documents. */
  readonly root: string;
  readonly pcrs: ReadonlyMap<number, Uint8Array>;
};

export type Recipient = { readonly publicKey: KeyObject } | { readonly refusal: string };

/**
 * The public key of the enclave that a document attests, or the name of KMS's error. `now` in Unix milliseconds.
 */
export function recipientIn(document: Uint8Array, policy: RecipientPolicy, now: number): Recipient {
  try {
    const [header, , payload, signature] = decoder.decode(document) as [Buffer, unknown, Buffer, Buffer];
    const fields = decoder.decode(payload) as Map<string, unknown>;
    const leaf = genuineLeaf(fields, policy.root, now);
    const toBeSigned = encoder.encode(['Signature1', header, Buffer.alloc(0), payload]);
    const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha384', toBeSigned, key, signature)) return { refusal: 'InvalidAttestationDocument' };
    if (now - Number(fields.get('timestamp')) > maxAgeMs) return { refusal: 'ExpiredAttestationDocument' };
    const measured = fields.get('pcrs') as Map<number, Buffer>;
    for (const [index, expected] of policy.pcrs)
      if (!measured.get(index)?.equals(expected)) return { refusal: 'AccessDeniedException' };
    const spki = { key: fields.get('public_key') as Buffer, format: 'der', type: 'spki' } as const;
    return { publicKey: createPublicKey(spki) };
  } catch {
    return { refusal: 'ValidationException' };
  }
}

function genuineLeaf(fields: Map<string, unknown>, rootPem: string, now: number): X509Certificate {
  const bundle = fields.get('cabundle') as Buffer[];
  const chain = [...bundle, fields.get('certificate') as Buffer].map((der) => new X509Certificate(der));
  const root = new X509Certificate(rootPem);
  const leaf = chain.at(-1);
  if (leaf === undefined || chain[0]?.fingerprint256 !== root.fingerprint256) throw new Error('root');
  chain.slice(1).forEach((certificate, index) => {
    const issuer = chain[index] ?? root;
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) throw new Error('chain');
    if (Date.parse(certificate.validTo) < now) throw new Error('expired');
  });
  return leaf;
}
