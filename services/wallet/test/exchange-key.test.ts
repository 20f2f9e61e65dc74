import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startCallServer, status } from '@wallet-service/call-stream';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { encodeMessage, signerMethods } from '@wallet-service/signer-protocol';
import { until } from '@wallet-service/test-kit/until';
import { createSignerClient } from '../src/signer/signer-client.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-key-'));
let certificates: LocalCertificates;
beforeAll(async () => {
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let sockets = 0;

/** A signer that does nothing but tell an exchange key, which need not be its own. */
async function startSigner(exchangeKey: Uint8Array) {
  const listen = `unix:${path.join(folder, `${++sockets}.sock`)}`;
  const told = encodeMessage(signerMethods.GetStatus.response, {
    phase: 'ready',
    rootVersion: 1n,
    rootHash: new Uint8Array(32),
    rootExpiresAt: 0n,
    metrics: '',
    receiptPublicKey: new Uint8Array(32).fill(sockets),
    exchangeKey,
    documentVersion: 0n,
    providers: [],
  });
  const server = await startCallServer({
    service: 'signer.v1.Signer',
    allowed: { GetStatus: ['wallet'] },
    dispatch: () => Promise.resolve(told),
    encodeError: (error) => ({ bytes: Buffer.from(String(error)), status: status.INTERNAL }),
    refuse: (reason) => new Error(reason),
    listen,
    tls: readCertificate(certificates.signer),
    ready: () => true,
  });
  return { listen, stop: () => server.drain(50) };
}

/** What a client takes for the signers' key when it has a stream to each of these, opened in this order. */
async function keyOf(...told: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  const signers = [];
  for (const key of told) signers.push(await startSigner(key));
  const client = createSignerClient({
    targets: signers.map(({ listen }) => listen),
    tls: readCertificate(certificates.wallet),
    now: Date.now,
  });
  try {
    await until('there is a stream to each', () => client.openStreams() === told.length || undefined);
    return client.exchangeKey();
  } finally {
    client.close();
    for (const { stop } of signers) await stop();
  }
}

const [real, another] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];

it.each([[[another, real, real]], [[real, another, real]], [[real, real, another]]])(
  'is the one on which most signers agree, whoever tells another one',
  async (told) => {
    expect(await keyOf(...told)).toEqual(real);
  },
);

it.each([0, 31, 33])('is none of %d bytes', async (length) => {
  const wrong = new Uint8Array(length).fill(9);
  expect(await keyOf(wrong)).toBeUndefined();
  expect(await keyOf(wrong, wrong, real)).toEqual(real);
});
