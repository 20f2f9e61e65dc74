import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { awsNitroRootG1, verifyNitroDocument, type DocumentExpectation } from '@wallet-service/sdk/verify';
import { parseNitroDocument } from '../../../../sdk/src/verify/nitro-document.js';
import { makeNsmAuthority } from '@wallet-service/nitro-emulator';
import { outcomeOf } from './outcome-of.js';

const folder = path.join(process.env['VECTORS_DIR'] ?? '', 'nitro');
const withVectors = existsSync(folder) ? describe : describe.skip;
if (withVectors === describe.skip)
  console.warn(
    'skipped: set VECTORS_DIR to a folder with test-data of evervault/attestation-doc-validation as nitro/',
  );

/** Some of the files are base64, others are the raw bytes. */
function read(name: string): Uint8Array {
  const content = readFileSync(path.join(folder, name));
  return content[0] === 0x84 ? content : Buffer.from(content.toString('latin1'), 'base64');
}

/** The expectation of somebody who knew the document's nonce and image when it was made. */
function expectationOf(
  document: Uint8Array,
  changes: Partial<DocumentExpectation> = {},
): DocumentExpectation {
  const { timestamp, nonce, pcrs } = parseNitroDocument(document);
  const image = pcrs.get(0) ?? new Uint8Array(48);
  return {
    nonce: nonce ?? new Uint8Array(32),
    pcrs: { 0: Buffer.from(image).toString('hex') },
    maxAgeMs: 60_000,
    now: timestamp + 1000,
    ...changes,
  };
}

it('the pinned root is the one that AWS publishes', () => {
  expect(new X509Certificate(awsNitroRootG1).fingerprint256).toBe(
    '64:1A:03:21:A3:E2:44:EF:E4:56:46:31:95:D6:06:31:7E:D7:CD:CC:3C:17:56:E0:98:93:F3:C6:8F:79:BB:5B',
  );
});

withVectors('genuine documents of AWS', () => {
  it('a document of a measured image verifies at its own time', async () => {
    const document = read('valid-2022.b64');
    const verified = await verifyNitroDocument(document, expectationOf(document));
    expect(verified.moduleId).toBe('i-020b6af9246d90e92-enc0183d09086c24190');
    expect(new Date(verified.timestamp).toISOString()).toBe('2022-10-13T08:58:02.136Z');
  });

  it.each(['valid-debug-2023.b64', 'debug-mode.b64'])(
    '%s comes from an enclave in debug mode',
    async (name) => {
      const document = read(name);
      expect(await outcomeOf(verifyNitroDocument(document, expectationOf(document)))).toBe('debug-mode');
    },
  );

  it('no flipped bit of a document goes unnoticed', async () => {
    const document = read('valid-2022.b64');
    const expected = expectationOf(document);
    for (let at = 0; at < document.length; at += 31) {
      const altered = Uint8Array.from(document);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      const refusal = await outcomeOf(verifyNitroDocument(altered, expected));
      expect([at, typeof refusal, refusal === 'verified']).toEqual([at, 'string', false]);
    }
  });

  it('is refused under another root, and when it is too old', async () => {
    const document = read('valid-2022.b64');
    const { root } = await makeNsmAuthority(Date.now());
    const { timestamp } = parseNitroDocument(document);
    const with_ = (changes: Partial<DocumentExpectation>) =>
      outcomeOf(verifyNitroDocument(document, { ...expectationOf(document), ...changes }));
    expect(await with_({ root })).toBe('unknown-root');
    expect(await with_({ now: timestamp + 60_001 })).toBe('too-old');
    expect(await with_({ now: timestamp - 60_001 })).toBe('from-the-future');
  });
});
