import 'reflect-metadata';
import { KeyObject, sign, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { Encoder } from 'cbor-x';

const cbor = new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false });
const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as const;

export type FakeDocument = {
  readonly timestamp: number;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly algorithm?: number;
  readonly tagged?: boolean;
};
export type FakeNitro = {
  readonly root: string;
  readonly document: (made: FakeDocument) => Uint8Array;
};

const pcr = (fill: number): Buffer => Buffer.alloc(48, fill);
export const pcrs = (): Map<number, Buffer> =>
  new Map(Array.from({ length: 16 }, (_, index) => [index, pcr(index < 3 ? index + 1 : 0)]));

/** A certificate authority and an enclave's certificate, valid for three hours around `at`, that makes documents as NSM does. */
export async function makeFakeNitro(
  at: number,
  options: { leafIsAuthority?: boolean } = {},
): Promise<FakeNitro> {
  x509.cryptoProvider.set(webcrypto);
  const [rootKeys, issuerKeys, leafKeys] = [await keyPair(), await keyPair(), await keyPair()];
  const dates = { notBefore: new Date(at - 5_400_000), notAfter: new Date(at + 5_400_000) };
  const certify = (subject: string, issuer: string, publicKey: Key, signingKey: Key, isAuthority: boolean) =>
    x509.X509CertificateGenerator.create({
      subject,
      issuer,
      publicKey: publicKey as never,
      signingKey: signingKey as never,
      serialNumber: '01',
      signingAlgorithm: algorithm,
      extensions: [new x509.BasicConstraintsExtension(isAuthority, undefined, true)],
      ...dates,
    });
  const root = await certify('CN=root', 'CN=root', rootKeys.publicKey, rootKeys.privateKey, true);
  const issuer = await certify('CN=issuer', 'CN=root', issuerKeys.publicKey, rootKeys.privateKey, true);
  const leafIsAuthority = options.leafIsAuthority ?? false;
  const leaf = await certify(
    'CN=leaf',
    'CN=issuer',
    leafKeys.publicKey,
    issuerKeys.privateKey,
    leafIsAuthority,
  );
  const der = (certificate: x509.X509Certificate): Buffer => Buffer.from(certificate.rawData);
  const signingKey = keyObjectOf(leafKeys.privateKey);
  return {
    root: root.toString('pem'),
    document({ timestamp, fields = {}, algorithm: named = -35, tagged = false }) {
      const payload = cbor.encode(
        new Map<string, unknown>([
          ...Object.entries({
            module_id: 'i-0-enc0',
            digest: 'SHA384',
            timestamp: BigInt(timestamp),
            pcrs: pcrs(),
            certificate: der(leaf),
            cabundle: [der(root), der(issuer)],
            public_key: null,
            user_data: null,
            nonce: null,
            ...fields,
          }),
        ]),
      );
      const header = cbor.encode(new Map([[1, named]]));
      const toBeSigned = cbor.encode(['Signature1', header, Buffer.alloc(0), payload]);
      const signature = sign('sha384', toBeSigned, { key: signingKey, dsaEncoding: 'ieee-p1363' });
      const document = cbor.encode([header, new Map(), payload, signature]);
      return tagged ? Buffer.concat([Uint8Array.of(0xd2), document]) : Buffer.from(document);
    },
  };
}

type Key = webcrypto.CryptoKey;

async function keyPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function keyObjectOf(key: Key): KeyObject {
  return KeyObject.from(key);
}
