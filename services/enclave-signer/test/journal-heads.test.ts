import { randomBytes, verify } from 'node:crypto';
import { encodeTrustBundle, journalCheckpointPayload } from '@wallet-service/signer-protocol';
import { ed25519PublicKeyObject } from '../src/core/derive-keys.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, must, nowSeconds } from './trust-kit.js';

const trustBundle = encodeTrustBundle(makeTrustKit().bundle);
const hash = new Uint8Array(randomBytes(32));
const applicationId = 'app-a';
let signer: SignerProcess;
let wrappedApplicationKey: Uint8Array;

beforeAll(async () => {
  signer = await startSigner({ trustBundle });
  const { wrappedKey } = must(await signer.call('CreateApplicationKey', { applicationId }));
  wrappedApplicationKey = wrappedKey;
});
afterAll(async () => {
  await signer.stop();
});

const signHead = (seq: bigint, of = hash, by = signer) =>
  by.call('SignJournalHead', { applicationId, wrappedApplicationKey, seq, hash: of });

it('signs the head of a journal, with its own time and a key of the application', async () => {
  const { time, signature, publicKey } = must(await signHead(5n));
  expect(Math.abs(Number(time) - nowSeconds())).toBeLessThanOrEqual(2);
  const payload = journalCheckpointPayload({ applicationId, seq: 5, hash, time: Number(time) });
  expect(verify(null, payload, ed25519PublicKeyObject(publicKey), signature)).toBe(true);
});

it('uses one key per application, which survives a restart and a rotation of the sealing key', async () => {
  const { publicKey } = must(await signHead(5n));
  const { wrappedKey } = must(await signer.call('CreateApplicationKey', { applicationId: 'app-b' }));
  const request = { applicationId: 'app-b', wrappedApplicationKey: wrappedKey, seq: 5n, hash };
  expect(must(await signer.call('SignJournalHead', request)).publicKey).not.toEqual(publicKey);
  const next = await startSigner({ trustBundle, previousSealingKey: signer.sealingKey });
  const rewrapped = must(
    await next.call('RewrapApplicationKey', { applicationId, wrappedKey: wrappedApplicationKey }),
  ).wrappedKey;
  const later = { applicationId, wrappedApplicationKey: rewrapped, seq: 1n, hash };
  expect(must(await next.call('SignJournalHead', later)).publicKey).toEqual(publicKey);
  await next.stop();
});

it('never signs the head of a journal that became shorter or has another entry at that position', async () => {
  must(await signHead(8n));
  expect(await signHead(7n)).toMatchObject({ refusal: 'journal-rolled-back', details: { seq_seen: 8 } });
  expect(await signHead(8n, new Uint8Array(32))).toMatchObject({ refusal: 'journal-rolled-back' });
  must(await signHead(9n));
});

it.each<[string, Parameters<typeof signHead>, object]>([
  ['sequence number zero', [0n], { details: { field: 'seq' } }],
  ['a sequence number that JSON cannot represent', [2n ** 53n], { details: { field: 'seq' } }],
  ['a hash of another length', [10n, new Uint8Array(31)], { details: { field: 'hash' } }],
])('refuses %s', async (_, asked, refusal) => {
  expect(await signHead(...asked)).toMatchObject({ refusal: 'malformed-request', ...refusal });
});

it('refuses the application key of another application', async () => {
  const request = { applicationId: 'app-c', wrappedApplicationKey, seq: 1n, hash };
  expect(await signer.call('SignJournalHead', request)).toMatchObject({ refusal: 'application-key-invalid' });
});
