import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EnvelopeRefused, openEnvelopedData } from './enveloped-data.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'envelope-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openssl = (...args: string[]): void => {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const oaep = ['rsa_padding_mode:oaep', 'rsa_oaep_md:sha256', 'rsa_mgf1_md:sha256'];

/** An envelope written by OpenSSL, which is independent of our reader. */
function seal(secret: Uint8Array, options: { keyOptions?: string[]; flags?: string[] } = {}): Uint8Array {
  const { keyOptions = oaep, flags = ['-keyid', '-aes256'] } = options;
  writeFileSync(path.join(folder, 'secret'), secret);
  const files = ['-in', 'secret', '-out', 'envelope', '-outform', 'DER', '-binary'];
  const withOptions = keyOptions.flatMap((option) => ['-keyopt', option]);
  openssl('cms', '-encrypt', ...files, ...flags, '-recip', 'certificate.pem', ...withOptions);
  return new Uint8Array(readFileSync(path.join(folder, 'envelope')));
}

let key: KeyObject;
beforeAll(() => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  key = pair.privateKey;
  writeFileSync(path.join(folder, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  openssl('req', '-x509', '-key', 'key.pem', '-subj', '/CN=enclave', '-days', '1', '-out', 'certificate.pem');
});

it.each([
  ['in one piece', ['-keyid', '-aes256']],
  ['in BER with indefinite lengths, as key services write it', ['-keyid', '-aes256', '-stream']],
])('opens what OpenSSL sealed %s', (_title, flags) => {
  for (const length of [1, 32, 1218, 5_000]) {
    const secret = new Uint8Array(randomBytes(length));
    expect(openEnvelopedData(seal(secret, { flags }), key)).toEqual(secret);
  }
});

it.each<[string, { keyOptions?: string[]; flags?: string[] }]>([
  ['RSAES-PKCS1-v1_5', { keyOptions: [] }],
  ['OAEP with SHA-1', { keyOptions: ['rsa_padding_mode:oaep'] }],
  ['MGF1 with SHA-1', { keyOptions: ['rsa_padding_mode:oaep', 'rsa_oaep_md:sha256', 'rsa_mgf1_md:sha1'] }],
  ['AES-128', { flags: ['-keyid', '-aes128'] }],
  ['a recipient by issuer and serial number', { flags: ['-aes256'] }],
])('refuses %s', (_title, options) => {
  expect(() => openEnvelopedData(seal(randomBytes(32), options), key)).toThrow(EnvelopeRefused);
});

it('refuses an envelope for another key', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  expect(() => openEnvelopedData(seal(randomBytes(32)), privateKey)).toThrow(EnvelopeRefused);
});

it('refuses a truncated envelope, with the same message whatever is wrong', () => {
  const envelope = seal(randomBytes(32), { flags: ['-keyid', '-aes256', '-stream'] });
  const messages = new Set<string>();
  for (let length = 0; length < envelope.length; length += 1) {
    try {
      openEnvelopedData(envelope.subarray(0, length), key);
      throw new Error(`opened ${length} bytes`);
    } catch (error) {
      messages.add((error as Error).message);
    }
  }
  expect([...messages]).toEqual(['the envelope is malformed or not for this key']);
});

it('never opens an altered envelope to the same secret, except when only the unused key identifier was altered', () => {
  const secret = new Uint8Array(randomBytes(32));
  const envelope = seal(secret);
  const identifier = Buffer.from(envelope).indexOf(Buffer.from('8014', 'hex')) + 2;
  for (let at = 0; at < envelope.length; at += 1) {
    if (at >= identifier && at < identifier + 20) continue;
    const altered = Uint8Array.from(envelope);
    altered[at] = (altered[at] ?? 0) ^ 0x10;
    let opened: Uint8Array | undefined;
    try {
      opened = openEnvelopedData(altered, key);
    } catch (error) {
      expect(error).toBeInstanceOf(EnvelopeRefused);
    }
    expect(opened).not.toEqual(secret);
  }
});
