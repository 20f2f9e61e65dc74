import 'reflect-metadata';
import { KeyObject, sign, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { Encoder } from 'cbor-x';

const cbor = new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false });
const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as const;
const es384 = -35;

export type EmulatedDocument = {
  /** Unix milliseconds. */
  readonly timestamp: number;
  /** Replace what the NSM would write. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** COSE's number of the algorithm. ES384 unless a test wants another. */
  readonly algorithm?: number;
  readonly tagged?: boolean;
};

export type NsmAuthority = {
  /** PEM. Different each time. A client that pins AWS's root refuses what comes from here. */
  readonly root: string;
  readonly document: (made: EmulatedDocument) => Uint8Array;
};

/** Measurements of an image that does not exist: PCR0 to PCR2 are all ones, twos and threes, the others zero. */
export function emulatedPcrs(): Map<number, Buffer> {
  const digest = (index: number): Buffer => Buffer.alloc(48, index < 3 ? index + 1 : 0);
  return new Map(Array.from({ length: 16 }, (_, index) => [index, digest(index)]));
}

/** The registers that `measurements.json` of such an image would have: SHA-384 in hex by index. */
export function emulatedMeasurements(): Record<number, string> {
  const measured = [...emulatedPcrs()].slice(0, 3);
  return Object.fromEntries(measured.map(([index, digest]) => [index, digest.toString('hex')]));
}

/**
 * A certificate authority and an enclave's certificate, valid for three hours around `at` (Unix milliseconds). It makes
 * documents as the NSM does.
 */
export async function makeNsmAuthority(
  at: number,
  { leafIsAuthority = false }: { readonly leafIsAuthority?: boolean } = {},
): Promise<NsmAuthority> {
  x509.cryptoProvider.set(webcrypto);
  const [rootKeys, issuerKeys, leafKeys] = [await keyPair(), await keyPair(), await keyPair()];
  const certify = certifierAt(at);
  const root = await certify('root', rootKeys, 'root', rootKeys, true);
  const issuer = await certify('issuer', issuerKeys, 'root', rootKeys, true);
  const leaf = await certify('leaf', leafKeys, 'issuer', issuerKeys, leafIsAuthority);
  const key = { key: KeyObject.from(leafKeys.privateKey), dsaEncoding: 'ieee-p1363' } as const;
  return {
    root: root.toString('pem'),
    document({ timestamp, fields = {}, algorithm: named = es384, tagged = false }) {
      const content = {
        module_id: 'i-0-enc0',
        digest: 'SHA384',
        timestamp: BigInt(timestamp),
        pcrs: emulatedPcrs(),
        certificate: der(leaf),
        cabundle: [der(root), der(issuer)],
        public_key: null,
        user_data: null,
        nonce: null,
        ...fields,
      };
      const payload = cbor.encode(new Map<string, unknown>(Object.entries(content)));
      const header = cbor.encode(new Map([[1, named]]));
      const toBeSigned = cbor.encode(['Signature1', header, Buffer.alloc(0), payload]);
      const document = cbor.encode([header, new Map(), payload, sign('sha384', toBeSigned, key)]);
      return tagged ? Buffer.concat([Uint8Array.of(0xd2), document]) : Buffer.from(document);
    },
  };
}

function certifierAt(at: number) {
  const dates = { notBefore: new Date(at - 5_400_000), notAfter: new Date(at + 5_400_000) };
  return (
    subject: string,
    { publicKey }: webcrypto.CryptoKeyPair,
    issuer: string,
    { privateKey }: webcrypto.CryptoKeyPair,
    isAuthority: boolean,
  ): Promise<x509.X509Certificate> =>
    x509.X509CertificateGenerator.create({
      subject: `CN=${subject}`,
      issuer: `CN=${issuer}`,
      publicKey,
      signingKey: privateKey,
      serialNumber: '01',
      signingAlgorithm: algorithm,
      extensions: [new x509.BasicConstraintsExtension(isAuthority, undefined, true)],
      ...dates,
    });
}

function der(certificate: x509.X509Certificate): Buffer {
  return Buffer.from(certificate.rawData);
}

function keyPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
