import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { makePrivateFolder, writePrivateFile } from './private-file.js';
import { processNames, type ProcessName } from './process-names.js';

/** Paths of PEM files. */
export type CertificateFiles = { readonly ca: string; readonly cert: string; readonly key: string };
export type LocalCertificates = { readonly [Name in ProcessName]: CertificateFiles };

const day = 24 * 60 * 60 * 1000;
const authorityLifetime = 3650 * day;
const leafLifetime = 397 * day;
const renewBefore = 30 * day;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

type Issuer = { readonly certificate: x509.X509Certificate; readonly keys: CryptoKeyPair };
type CryptoKeyPair = webcrypto.CryptoKeyPair;
type Leaf = { readonly hosts: readonly string[]; readonly usages: x509.ExtendedKeyUsage[] };

const bothSides = [x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth];

/**
 * A private certificate authority and one certificate for each of the named processes (EC P-256, PEM, mode
 * 0600) under `folder`. Certificates that are valid for another 30 days stay. The rest is made
 * again. For the local stack and tests only.
 */
export async function makeLocalCertificates(
  folder: string,
  now: Date,
  names: readonly ProcessName[] = processNames,
): Promise<LocalCertificates> {
  makePrivateFolder(folder);
  x509.cryptoProvider.set(webcrypto);
  const files = certificateFiles(folder);
  const authority = await authorityIn(folder, now);
  for (const name of names) {
    if (!isGood(files[name].cert, now, authority.certificate))
      await makeLeaf(files[name], { hosts: [name], usages: bothSides }, authority, now);
  }
  return files;
}

/**
 * A certificate of the authority in `folder` for a server that clients reach by the names `hosts`; it opens
 * nothing as a client. Kept and renewed like the others. Throws when a host has the name of a process.
 * Returns the paths of its PEM files.
 */
export async function makeServerCertificate(
  folder: string,
  name: string,
  hosts: readonly string[],
  now: Date,
): Promise<CertificateFiles> {
  // Anybody who has this certificate could act as that process towards its callers.
  const ofProcess = [name, ...hosts].find((host) =>
    (processNames as readonly string[]).includes(host.toLowerCase()),
  );
  if (ofProcess !== undefined)
    throw new Error(`${ofProcess} is the name of a process: reach the load balancer by another name`);
  x509.cryptoProvider.set(webcrypto);
  const files = filesOf(folder, name);
  const authority = await authorityIn(folder, now);
  if (!isGood(files.cert, now, authority.certificate))
    await makeLeaf(files, { hosts, usages: [x509.ExtendedKeyUsage.serverAuth] }, authority, now);
  return files;
}

export function certificateFiles(folder: string): LocalCertificates {
  return Object.fromEntries(processNames.map((name) => [name, filesOf(folder, name)])) as LocalCertificates;
}

function filesOf(folder: string, name: string): CertificateFiles {
  const at = (file: string): string => path.join(folder, file);
  return { ca: at('ca.crt'), cert: at(`${name}.crt`), key: at(`${name}.key`) };
}

/** The PEM contents, as `packages/grpc` takes them. */
export function readCertificate(files: CertificateFiles): { ca: Buffer; cert: Buffer; key: Buffer } {
  return { ca: readFileSync(files.ca), cert: readFileSync(files.cert), key: readFileSync(files.key) };
}

async function authorityIn(folder: string, now: Date): Promise<Issuer> {
  const certFile = path.join(folder, 'ca.crt');
  const keyFile = path.join(folder, 'ca.key');
  if (existsSync(keyFile) && isGood(certFile, now)) {
    const certificate = new x509.X509Certificate(readFileSync(certFile, 'utf8'));
    const pkcs8 = createPrivateKey(readFileSync(keyFile)).export({ type: 'pkcs8', format: 'der' });
    const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
    const spki = certificate.publicKey.rawData;
    const publicKey = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
    return { certificate, keys: { privateKey, publicKey } };
  }
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=wallet-service local authority',
    serialNumber: serialNumber(),
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + authorityLifetime),
    signingAlgorithm: algorithm,
    keys: keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePrivateFile(keyFile, await privateKeyPem(keys));
  writePrivateFile(certFile, certificate.toString('pem'));
  return { certificate, keys };
}

async function makeLeaf(
  files: CertificateFiles,
  { hosts, usages }: Leaf,
  issuer: Issuer,
  now: Date,
): Promise<void> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${hosts[0] ?? ''}`,
    issuer: issuer.certificate.subject,
    serialNumber: serialNumber(),
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + leafLifetime),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(usages),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  });
  writePrivateFile(files.key, await privateKeyPem(keys));
  writePrivateFile(files.cert, certificate.toString('pem'));
}

function isGood(file: string, now: Date, issuer?: x509.X509Certificate): boolean {
  if (!existsSync(file)) return false;
  const certificate = new X509Certificate(readFileSync(file));
  const issued =
    issuer === undefined || certificate.verify(new X509Certificate(issuer.toString('pem')).publicKey);
  return issued && Date.parse(certificate.validTo) - now.getTime() > renewBefore;
}

function generateKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function privateKeyPem(keys: CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Positive, as RFC 5280 section 4.1.2.2 wants it. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes.readUInt8(0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
