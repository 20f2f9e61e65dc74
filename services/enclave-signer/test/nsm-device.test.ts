import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { verifyNitroDocument } from '@wallet-service/sdk/verify';
import { emulatedMeasurements, makeNsmAuthority, startNsm } from '@wallet-service/nitro-emulator';
import { decodeCbor, encodeCbor } from '../src/core/cbor.js';
import { timeOfDocument } from '../src/core/nsm-messages.js';
import { nsmDevice } from '../src/shell/nsm-device.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nsm-'));
const authority = await makeNsmAuthority(Date.now());
let sockets = 0;
const newSocket = (): string => path.join(folder, `${(sockets += 1)}.sock`);
const unavailable = { refusal: 'unavailable' };
const request = { nonce: Buffer.alloc(32, 7), userData: Buffer.from('claims'), publicKey: new Uint8Array(0) };

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('gets a document that binds what was requested, and says when it was made', async () => {
  const socketPath = newSocket();
  const now = Date.now();
  const nsm = await startNsm({ socketPath, authority, now: () => now });
  const publicKey = Buffer.from('a key');
  const document = await nsmDevice(socketPath).attest({ ...request, publicKey });
  const expectation = { nonce: request.nonce, pcrs: emulatedMeasurements(), maxAgeMs: 1000, now };
  const verified = await verifyNitroDocument(document, { ...expectation, root: nsm.root });
  const userData = new Uint8Array(request.userData);
  expect(verified).toMatchObject({ userData, publicKey: new Uint8Array(publicKey), timestamp: now });
  expect(timeOfDocument(document)).toBe(now);
  await expect(verifyNitroDocument(document, expectation)).rejects.toThrow('pinned root');
  await nsm.close();
});

it('leaves out of its request what was not given', async () => {
  const socketPath = newSocket();
  const asked: unknown[] = [];
  const answer = (bytes: Uint8Array): Uint8Array => {
    asked.push(decodeCbor(bytes));
    return encodeCbor('no');
  };
  const nsm = await startNsm({ socketPath, authority, answer });
  const device = nsmDevice(socketPath);
  await expect(device.attest({ ...request, userData: new Uint8Array(0) })).rejects.toMatchObject(unavailable);
  await expect(device.random()).rejects.toMatchObject(unavailable);
  const nonce = new Uint8Array(request.nonce);
  const fields = new Map(Object.entries({ user_data: null, nonce, public_key: null }));
  expect(asked).toEqual([new Map([['Attestation', fields]]), 'GetRandom']);
  await nsm.close();
});

it('gets random bytes, different each time', async () => {
  const socketPath = newSocket();
  const nsm = await startNsm({ socketPath, authority });
  const device = nsmDevice(socketPath);
  const [one, other] = [await device.random(), await device.random()];
  expect(one).toHaveLength(256);
  expect(one).not.toEqual(other);
  await nsm.close();
});

it.each<[string, Uint8Array]>([
  ['an error of the device', encodeCbor(new Map([['Error', 'InternalError']]))],
  [
    'an answer to something else',
    encodeCbor(new Map([['GetRandom', new Map([['random', Buffer.alloc(8)]])]])),
  ],
  ['an empty document', encodeCbor(new Map([['Attestation', new Map([['document', new Uint8Array(0)]])]]))],
  ['bytes that are not CBOR', Buffer.from('ff', 'hex')],
  ['nothing', new Uint8Array(0)],
  ['more than an answer can contain', Buffer.alloc(17 * 1024)],
])('is unavailable when the device answers with %s', async (_title, answer) => {
  const socketPath = newSocket();
  const nsm = await startNsm({ socketPath, authority, answer: () => answer });
  await expect(nsmDevice(socketPath).attest(request)).rejects.toMatchObject(unavailable);
  await nsm.close();
});

it('is unavailable when nobody listens, when nothing arrives, and when the connection breaks off', async () => {
  await expect(nsmDevice(newSocket()).random()).rejects.toMatchObject(unavailable);
  const silent = newSocket();
  const server = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => server.listen(silent, resolve));
  await expect(nsmDevice(silent, 50).random()).rejects.toMatchObject(unavailable);
  server.removeAllListeners('connection');
  server.on('connection', (socket) => socket.resume().end(Buffer.from('00000010aabb', 'hex')));
  await expect(nsmDevice(silent).random()).rejects.toMatchObject(unavailable);
  await new Promise((resolve) => server.close(resolve));
});

it('limits how many callers wait at once, because the device answers one at a time', async () => {
  const socketPath = newSocket();
  const nsm = await startNsm({ socketPath, authority });
  const device = nsmDevice(socketPath);
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => device.random()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  expect(await device.random()).toHaveLength(256);
  await nsm.close();
});
