import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLocalCertificates, makeServerCertificate, readCertificate } from './local-certificates.js';

const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
let folder: string;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'tls-')), 'tls');
});
afterEach(() => {
  rmSync(path.dirname(folder), { recursive: true });
});

describe('makeLocalCertificates', () => {
  it('gives each process a certificate in its own name, signed by the authority', async () => {
    const files = await makeLocalCertificates(folder, now);
    for (const [name, { ca, cert }] of Object.entries(files)) {
      const certificate = new X509Certificate(readFileSync(cert));
      expect(certificate.subjectAltName).toBe(`DNS:${name}`);
      expect(certificate.verify(new X509Certificate(readFileSync(ca)).publicKey)).toBe(true);
    }
  });

  it('makes every file readable by its owner only', async () => {
    const files = await makeLocalCertificates(folder, now);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const { cert, key } of Object.values(files)) {
      expect(statSync(key).mode & 0o777).toBe(0o600);
      expect(statSync(cert).mode & 0o777).toBe(0o600);
    }
    expect(statSync(path.join(folder, 'ca.key')).mode & 0o777).toBe(0o600);
  });

  it('keeps good certificates and renews those near their end', async () => {
    const { wallet } = await makeLocalCertificates(folder, now);
    const first = readFileSync(wallet.cert);
    await makeLocalCertificates(folder, later(300));
    expect(readFileSync(wallet.cert)).toEqual(first);
    await makeLocalCertificates(folder, later(390));
    expect(readFileSync(wallet.cert)).not.toEqual(first);
  });

  it('makes certificates with which two processes authenticate each other', async () => {
    const files = await makeLocalCertificates(folder, now);
    const server = createServer({
      ...readCertificate(files.signer),
      requestCert: true,
      rejectUnauthorized: true,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
    const client = connect({
      port,
      host: '127.0.0.1',
      servername: 'signer',
      ...readCertificate(files.wallet),
    });
    await once(client, 'secureConnect');
    const [socket] = await accepted;
    expect(socket.getPeerCertificate().subjectaltname).toBe('DNS:wallet');
    client.destroy();
    socket.destroy();
    server.close();
  });
});

describe('makeServerCertificate', () => {
  it('makes a certificate with which the load balancer cannot pose as a process', async () => {
    await makeLocalCertificates(folder, now);
    for (const host of ['wallet', 'Signer'])
      await expect(makeServerCertificate(folder, 'edge', ['localhost', host], now)).rejects.toThrow(
        `${host} is the name of a process`,
      );
    await expect(makeServerCertificate(folder, 'gateway', ['localhost'], now)).rejects.toThrow('gateway is');
    const { cert } = await makeServerCertificate(folder, 'edge', ['wallet.example.com'], now);
    expect(new X509Certificate(readFileSync(cert)).subjectAltName).toBe('DNS:wallet.example.com');
  });
});
