import { createHash, generateKeyPairSync } from 'node:crypto';
import { encodeAttestedClaims, type AttestedClaims } from '@wallet-service/signer-protocol';
import {
  emulatedMeasurements,
  emulatedPcrs,
  makeNsmAuthority,
  type EmulatedDocument,
} from '@wallet-service/nitro-emulator';
import { verifyAttestation, verifyNitroDocument, type DocumentExpectation } from '@wallet-service/sdk/verify';
import { parseNitroDocument } from '../../../../sdk/src/verify/nitro-document.js';
import { outcomeOf } from './outcome-of.js';

const at = Date.UTC(2026, 5, 1, 12);
const hour = 3_600_000;
const nonce = Buffer.alloc(32, 7);
const nitro = await makeNsmAuthority(at);
const receiptKeys = generateKeyPairSync('ed25519');
const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
const claims: AttestedClaims = {
  tlsKeyHash: hash('tls'),
  receiptPublicKey: new Uint8Array(
    receiptKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ),
  rootVersion: 7,
  rootHash: hash('bundle'),
  build: '1.2.3',
};
const expected: DocumentExpectation = {
  nonce,
  pcrs: emulatedMeasurements(),
  maxAgeMs: 60_000,
  now: at + 1000,
  root: nitro.root,
};
const goodFields = { nonce, user_data: Buffer.from(encodeAttestedClaims(claims)) };
const documentOf = ({ fields = {}, ...made }: Partial<EmulatedDocument> = {}): Uint8Array =>
  nitro.document({ timestamp: at, ...made, fields: { ...goodFields, ...fields } });

describe('verifyAttestation', () => {
  it('returns the claims of a document that is as expected, with or without its CBOR tag', async () => {
    expect(await verifyAttestation(documentOf(), expected)).toEqual(claims);
    expect(await verifyAttestation(documentOf({ tagged: true }), expected)).toEqual(claims);
    const base64 = Buffer.from(documentOf()).toString('base64');
    expect(await verifyAttestation(base64, expected)).toEqual(claims);
  });

  const without = (index: number) => new Map([...emulatedPcrs()].filter(([at_]) => at_ !== index));
  it.each<[string, Partial<EmulatedDocument>, Partial<DocumentExpectation>, string]>([
    ['another root than AWS’s', {}, { root: undefined as never }, 'unknown-root'],
    ['another nonce', {}, { nonce: Buffer.alloc(32, 8) }, 'nonce'],
    ['no nonce', { fields: { nonce: null } }, {}, 'nonce'],
    ['an old document', {}, { now: at + 60_001 }, 'too-old'],
    ['a document from the future', {}, { now: at - 60_001 }, 'from-the-future'],
    ['a leaf that had expired', { timestamp: at + 2 * hour }, { now: at + 2 * hour }, 'certificate-expired'],
    [
      'a leaf that was not yet valid',
      { timestamp: at - 2 * hour },
      { now: at - 2 * hour },
      'certificate-expired',
    ],
    ['another algorithm', { algorithm: -7 }, {}, 'algorithm'],
    ['another digest', { fields: { digest: 'SHA256' } }, {}, 'algorithm'],
    [
      'debug mode',
      { fields: { pcrs: new Map([...emulatedPcrs(), [0, Buffer.alloc(48)]]) } },
      {},
      'debug-mode',
    ],
    [
      'debug mode, even when it is expected',
      { fields: { pcrs: new Map([...emulatedPcrs(), [0, Buffer.alloc(48)]]) } },
      { pcrs: { 0: '00'.repeat(48) } },
      'debug-mode',
    ],
    ['another image', {}, { pcrs: { 0: '09'.repeat(48) } }, 'pcr-mismatch'],
    ['another PCR2', {}, { pcrs: { ...emulatedMeasurements(), 2: '09'.repeat(48) } }, 'pcr-mismatch'],
    ['no PCR0', { fields: { pcrs: without(0) } }, {}, 'pcr-missing'],
    ['no PCR15', { fields: { pcrs: without(15) } }, {}, 'pcr-missing'],
    [
      'a short PCR',
      { fields: { pcrs: new Map([...emulatedPcrs(), [4, Buffer.alloc(32)]]) } },
      {},
      'malformed',
    ],
    ['no claims', { fields: { user_data: null } }, {}, 'user-data'],
    ['other claims', { fields: { user_data: Buffer.from('{}') } }, {}, 'user-data'],
    ['no issuers', { fields: { cabundle: [] } }, {}, 'malformed'],
    ['invalid issuers', { fields: { cabundle: [Buffer.from('x')] } }, {}, 'malformed'],
    ['text in place of a nonce', { fields: { nonce: 'x' } }, {}, 'malformed'],
    ['an invalid timestamp', { fields: { timestamp: 'now' } }, {}, 'malformed'],
  ])('refuses %s', async (_title, made, changes, refusal) => {
    expect(await outcomeOf(verifyAttestation(documentOf(made), { ...expected, ...changes }))).toBe(refusal);
  });

  it("refuses somebody else's chain under the right root, and an authority in place of an enclave", async () => {
    const other = await makeNsmAuthority(at);
    const document = other.document({ timestamp: at, fields: goodFields });
    expect(await outcomeOf(verifyAttestation(document, expected))).toBe('unknown-root');
    const mixed = documentOf({ fields: { certificate: leafOf(other.document({ timestamp: at })) } });
    expect(await outcomeOf(verifyAttestation(mixed, expected))).toBe('chain');
    const authority = await makeNsmAuthority(at, { leafIsAuthority: true });
    const byAuthority = authority.document({ timestamp: at, fields: goodFields });
    expect(await outcomeOf(verifyAttestation(byAuthority, { ...expected, root: authority.root }))).toBe(
      'chain',
    );
  });

  it('refuses every flipped bit, every truncated document and one that is too long', async () => {
    const document = documentOf();
    for (let index = 0; index < document.length; index += index < 64 ? 3 : 37) {
      const altered = Uint8Array.from(document);
      altered[index] = (altered[index] ?? 0) ^ (1 << (index % 8));
      const outcome = await outcomeOf(verifyAttestation(altered, expected));
      expect([index, typeof outcome, outcome === 'verified']).toEqual([index, 'string', false]);
    }
    for (let length = 0; length < document.length; length += 37)
      expect(await outcomeOf(verifyAttestation(document.slice(0, length), expected))).toBe('malformed');
    expect(await outcomeOf(verifyAttestation(new Uint8Array(20_000), expected))).toBe('malformed');
  });

  it.each<[string, Partial<DocumentExpectation>]>([
    ['no PCR0', { pcrs: {} }],
    ['a PCR of 32 bytes', { pcrs: { 0: '09'.repeat(32) } }],
    ['a nonce that can be guessed', { nonce: new Uint8Array(8) }],
  ])('accepts no expectation with %s', async (_title, changes) => {
    const verified = verifyNitroDocument(documentOf(), { ...expected, ...changes });
    await expect(verified).rejects.toThrow(RangeError);
  });
});

function leafOf(document: Uint8Array): Buffer {
  return Buffer.from(parseNitroDocument(document).chain[0] ?? []);
}
