import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

export type Pem = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
export type TestAuthority = {
  /**
   * `name`: a list with commas makes each name a DNS SAN. `publicKey` (SPKI): the certificate is for this key, whose
   * private half somebody else has. Then `key` is empty.
   */
  readonly issue: (name: string, publicKey?: Uint8Array) => Promise<Pem>;
};

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

/** A certificate authority that exists as long as the test. */
export async function makeAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=test authority',
    serialNumber: '01',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  let serial = 1;
  return {
    async issue(name, publicKey) {
      serial += 1;
      const leaf = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const subjectKey = publicKey ? new x509.PublicKey(Uint8Array.from(publicKey)) : leaf.publicKey;
      const certificate = await x509.X509CertificateGenerator.create({
        // The common name claims to be the wallet. Nobody may believe it.
        subject: 'CN=wallet',
        issuer: authority.subject,
        serialNumber: serial.toString(16).padStart(2, '0'),
        notBefore: new Date(Date.now() - day),
        notAfter: new Date(Date.now() + day),
        signingAlgorithm: algorithm,
        publicKey: subjectKey,
        signingKey: keys.privateKey,
        extensions: [
          new x509.SubjectAlternativeNameExtension(name.split(',').map((value) => ({ type: 'dns', value }))),
        ],
      });
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey));
      const pem = x509.PemConverter.encode(pkcs8, 'PRIVATE KEY');
      return {
        ca: Buffer.from(authority.toString('pem')),
        cert: Buffer.from(certificate.toString('pem')),
        key: publicKey ? Buffer.alloc(0) : Buffer.from(pem),
      };
    },
  };
}
