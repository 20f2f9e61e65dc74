import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  emulatedMeasurements,
  emulatedPcrs,
  makeNsmAuthority,
  type NsmAuthority,
} from '@wallet-service/nitro-emulator';
import { encodeAttestedClaims } from '@wallet-service/signer-protocol';
import { verifyAttestation } from './verify-attestation-command.js';

const folder = mkdtempSync(path.join(tmpdir(), 'attestation-'));
const at = (name: string): string => path.join(folder, name);
const build = `sha256:${'ab'.repeat(32)}`;
const receiptKey = new Uint8Array(randomBytes(32));
const now = Math.floor(Date.now() / 1000);
let authority: NsmAuthority;
let server: Server;

/** What the signers answer to a nonce. Tests replace it. */
let answer: (nonce: Buffer) => unknown;
const claims = {
  tlsKeyHash: new Uint8Array(randomBytes(32)),
  receiptPublicKey: receiptKey,
  rootVersion: 7,
  rootHash: new Uint8Array(randomBytes(32)),
  build,
};
const attested = (
  nonce: Buffer,
  changes: { claims?: object; fields?: Record<string, unknown>; key?: Uint8Array; timestamp?: number } = {},
) => {
  const userData = Buffer.from(encodeAttestedClaims({ ...claims, ...changes.claims }));
  const document = authority.document({
    timestamp: changes.timestamp ?? Date.now(),
    fields: { nonce, user_data: userData, ...changes.fields },
  });
  return {
    format: 'aws-nitro',
    document: Buffer.from(document).toString('base64'),
    receipt_public_key: Buffer.from(changes.key ?? receiptKey).toString('base64'),
  };
};

beforeAll(async () => {
  authority = await makeNsmAuthority(Date.now());
  writeFileSync(at('root.pem'), authority.root);
  const pcrs = emulatedMeasurements();
  writeFileSync(at('measurements.json'), JSON.stringify({ format: 1, build, pcrs }));
  writeFileSync(
    at('other.json'),
    JSON.stringify({ format: 1, build, pcrs: { ...pcrs, 2: '07'.repeat(48) } }),
  );
  writeFileSync(at('no-kernel.json'), JSON.stringify({ format: 1, build, pcrs: null }));
  server = createServer((request, response) => {
    const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? '';
    response.end(JSON.stringify(answer(Buffer.from(nonce, 'hex'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  answer = (nonce) => ({ attestations: [attested(nonce), attested(nonce)] });
});

const run = async (measurements = 'measurements.json'): Promise<string> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return verifyAttestation(['--url', url, '--measurements', at(measurements), '--root', at('root.pem')], now);
};

it('says what every signer is, and that an emulator proves nothing', async () => {
  const told = await run();
  expect(told).toContain('EMULATED, proves nothing: 2 signer(s) of this image');
  expect(told).toContain(`code          ${build}`);
  expect(told).toContain('version 7');
});

it("refuses documents that are not under AWS's root, unless told otherwise", async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = verifyAttestation(['--url', url, '--measurements', at('measurements.json')], now);
  await expect(asked).rejects.toThrow('signer 1: its chain does not begin with the pinned root');
});

it.each<[string, (nonce: Buffer) => unknown, string]>([
  ['no signer', () => ({ attestations: [] }), 'no signer has answered'],
  [
    'a document for another nonce',
    () => ({ attestations: [attested(randomBytes(32))] }),
    'not made for this nonce',
  ],
  [
    'one signer of two with other code',
    (nonce) => ({ attestations: [attested(nonce), attested(nonce, { claims: { build: 'sha256:00' } })] }),
    'signer 2: it runs sha256:00',
  ],
  [
    'another receipt key next to the document',
    (nonce) => ({ attestations: [attested(nonce, { key: randomBytes(32) })] }),
    'names another receipt key',
  ],
  [
    'an old document',
    (nonce) => ({ attestations: [attested(nonce, { timestamp: Date.now() - 120_000 })] }),
    'made longer ago than is accepted',
  ],
  [
    'debug mode',
    (nonce) => {
      const pcrs = new Map([...emulatedPcrs().keys()].map((index) => [index, Buffer.alloc(48)]));
      return { attestations: [attested(nonce, { fields: { pcrs } })] };
    },
    'debug mode',
  ],
  ['something other than attestations', () => ({ attestations: 'none' }), 'something else than attestations'],
  ['an entry without a document', () => ({ attestations: [{}] }), 'something else than attestations'],
])('refuses %s', async (_title, given, told) => {
  answer = given;
  await expect(run()).rejects.toThrow(told);
});

it('refuses another image than the published one', async () => {
  await expect(run('other.json')).rejects.toThrow('another image than expected (PCR2)');
});

it('refuses measurements that were made without a kernel', async () => {
  await expect(run('no-kernel.json')).rejects.toThrow('it has no registers');
});
