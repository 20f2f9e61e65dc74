import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  hashOfRequest,
  verdictKeysOf,
  verifyAttestation,
  verifyDecision,
  verifyJournal,
  verifyJournalEntries,
  verifyReceipt,
  verifySelfSignedAttestation,
} from '@wallet-service/sdk/verify';
import { verifyWebhook } from '@wallet-service/sdk/webhooks';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import { bytesOfHex, hexOf } from '@wallet-service/test-kit/hex';
import { makeNitroVector, makeVectors } from './make-vectors.js';
import { outcomeOf } from './outcome-of.js';

// docs/signatures.md and its example, against the service's encoders and the SDK.

const file = new URL('../../../../sdk/vectors/signatures.json', import.meta.url);
const page = readFileSync(new URL('../../../../../docs/signatures.md', import.meta.url), 'utf8');
type Vectors = Awaited<ReturnType<typeof makeVectors>> & {
  readonly nitro: Awaited<ReturnType<typeof makeNitroVector>>;
};
if (process.env['WRITE_VECTORS'] !== undefined)
  writeFileSync(
    file,
    `${JSON.stringify({ ...(await makeVectors()), nitro: await makeNitroVector() }, undefined, 2)}\n`,
  );
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const { receipt, attestation, nitro, journal, decision, webhook } = vectors;

const nonce = bytesOfHex(attestation.nonce);
const now = attestation.timestamp;
const bytesOfBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** The bytes with another one at each `step`-th place. */
function* mutated(bytes: Uint8Array, step = 1): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step)
    yield bytes.map((byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte));
}

const claimsOf = ({ claims }: typeof attestation) => ({
  tlsKeyHash: bytesOfHex(claims.tls_key_hash),
  receiptPublicKey: bytesOfHex(claims.receipt_public_key),
  rootVersion: claims.root_version,
  rootHash: bytesOfHex(claims.root_hash),
  build: claims.build,
  checkpointKey: {
    applicationId: claims.checkpoint_key.application_id,
    publicKey: bytesOfHex(claims.checkpoint_key.public_key),
  },
});
const claims = claimsOf(attestation);
const { pcrs, root } = nitro;
const payloads = receipt.request.payloads.map(bytesOfHex);

/** The domain of canonical bytes and the lengths of their fields. */
function formOf(bytes: Uint8Array): { readonly domain: string; readonly lengths: readonly number[] } {
  const view = Buffer.from(bytes);
  const parts: Buffer[] = [];
  for (let at = 4; at < view.length;) {
    const end = at + 4 + view.readUInt32BE(at);
    parts.push(view.subarray(at + 4, end));
    at = end;
  }
  const [domain = '', ...fields] = parts;
  expect(fields).toHaveLength(view.readUInt32BE(0));
  return { domain: domain.toString(), lengths: fields.map(({ length }) => length) };
}

it('the example is what the service makes', async () => {
  expect({ ...(await makeVectors()), nitro }).toEqual(vectors);
});

it('the page has every field of every signed form, with its length', () => {
  const request = encodeCanonical('wallet-service/receipt/request/1', [
    ...[receipt.request.chain, receipt.request.address, receipt.request.operation].map((text) =>
      Buffer.from(text),
    ),
    bytesOfHex(sha256(Buffer.from(receipt.request.jwt))),
    encodeCanonical(
      'wallet-service/receipt/list/1',
      payloads.map((payload) => bytesOfHex(sha256(payload))),
    ),
  ]);
  expect(sha256(request)).toBe(receipt.request_hash);
  const forms = [
    receipt.statement,
    receipt.signed,
    attestation.user_data,
    attestation.self_signed.signed,
    ...journal.leaf_data,
  ];
  const all = [...forms.map(bytesOfHex), bytesOfBase64(attestation.self_signed.document), request];
  for (const { domain, lengths } of all.map(formOf)) {
    const [, table = ''] =
      new RegExp(`^Domain \`${domain}\`[^\n]*:\n\n\\| # .*\n.*\n((?:\\|.*\n)+)`, 'm').exec(page) ?? [];
    const said = table
      .trim()
      .split('\n')
      .map((row) => row.split('|').at(-2)?.trim() ?? '');
    expect([domain, lengths.length]).toEqual([domain, said.length]);
    for (const [index, length] of lengths.entries()) {
      const stated = said[index] === 'integer' ? '8' : (said[index] ?? '');
      if (/^\d+$/.test(stated)) expect([domain, index, length]).toEqual([domain, index, Number(stated)]);
    }
  }
});

it('the bytes in the page’s example are those of its words', () => {
  const lines = /```\n(00000001[^]*?)```/.exec(page)?.[1]?.trim().split('\n') ?? [];
  const bytes = bytesOfHex(lines.map((line) => line.split(' ')[0]).join(''));
  expect(hexOf(bytes)).toBe(hexOf(encodeCanonical('wallet-service/receipt-signature/1', [Buffer.from('a')])));
});

it('the SDK verifies the example', async () => {
  expect(await verifyAttestation(nitro.document, { nonce, now, pcrs, root })).toEqual(claims);
  expect(await verifySelfSignedAttestation(attestation.self_signed.document, { nonce, now })).toEqual(claims);
  const requestHash = await hashOfRequest({ ...receipt.request, payloads });
  expect(hexOf(requestHash)).toBe(receipt.request_hash);
  const signatures = receipt.signatures.map(bytesOfHex);
  const verified = await verifyReceipt(receipt.answered, claims, { requestHash, signatures });
  expect(verified).toMatchObject({ network: 'EVM', rootVersion: claims.rootVersion });
  const { checkpointKey } = claims;
  expect(await verifyJournal([journal.page], { checkpointKey })).toMatchObject({
    entries: 3,
    unchecked: ['rollback'],
  });
  const proven = await verifyJournalEntries(journal.page, checkpointKey);
  expect(proven).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }, { seq: 3 }], pending: [] });
  const rootHash = bytesOfHex(decision.root_hash);
  const verdictKeys = await verdictKeysOf(decision.signed_root_document, { rootHash });
  expect(verdictKeys.map(hexOf)).toEqual([decision.verdict_public_key]);
  const { answer } = decision;
  expect(await verifyDecision(answer, { id: answer.id ?? '', verdictKeys })).toMatchObject({
    outcome: 'deny',
    policy_revision: '3',
  });
  expect(await verifyWebhook(webhook, webhook.secret, { now: webhook.now })).toMatchObject({
    type: 'wallet.created',
  });
});

it('a changed byte of a receipt breaks it', async () => {
  const expected = { requestHash: bytesOfHex(receipt.request_hash) };
  for (const part of ['statement', 'signature'] as const)
    for (const other of mutated(bytesOfBase64(receipt.answered[part]), 13)) {
      const outcome = await outcomeOf(
        verifyReceipt({ ...receipt.answered, [part]: other }, claims, expected),
      );
      expect(outcome).toBe('receipt-signature');
    }
});

it('a changed byte of an attestation breaks it', async () => {
  for (const other of mutated(bytesOfBase64(attestation.self_signed.document), 5))
    expect(await outcomeOf(verifySelfSignedAttestation(other, { nonce, now }))).not.toBe('verified');
  for (const other of mutated(bytesOfBase64(nitro.document), 97))
    expect(await outcomeOf(verifyAttestation(other, { nonce, now, pcrs, root }))).not.toBe('verified');
});

it('a changed character of a journal or of a webhook breaks it', async () => {
  const text = JSON.stringify(journal.page);
  const { checkpointKey } = claims;
  const witnessLine = text.indexOf('— wallet-service/witness/');
  for (const { index } of text.matchAll(/[0-9a-f]{8}|[A-Za-z0-9+/]{20}/g)) {
    // Nobody gave the witness's key to the verifier.
    if (index > witnessLine) break;
    // An escaped line break of the JSON.
    if (text[index - 1] === '\\') continue;
    const other = JSON.parse(
      text.slice(0, index) + (text[index] === '1' ? '2' : '1') + text.slice(index + 1),
    ) as unknown;
    const outcomes = [
      await outcomeOf(verifyJournal([other], { checkpointKey })),
      await outcomeOf(verifyJournalEntries(other, checkpointKey)),
    ];
    expect([index, outcomes.every((outcome) => outcome === 'verified')]).toEqual([index, false]);
  }
  for (const other of mutated(Buffer.from(webhook.body))) {
    const verified = verifyWebhook({ ...webhook, body: other }, webhook.secret, { now: webhook.now });
    await expect(verified).rejects.toMatchObject({ code: 'client.webhook-invalid' });
  }
});

// A second verifier, from the words of the page alone.
describe('the log of the example, by the page', () => {
  const { page: answered } = journal;
  const hashed = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const parent = (left: Uint8Array, right: Uint8Array) => hashed(Uint8Array.of(1), left, right);
  const leaves = journal.leaf_data.map((leaf) => hashed(Uint8Array.of(0), bytesOfHex(leaf)));
  const [one, two, three] = leaves as [Buffer, Buffer, Buffer];
  const root = parent(parent(one, two), three);
  const [text = '', lines = ''] = answered.checkpoint.note.split(/(?<=\n)\n/);

  it('has leaves, a root and proofs', () => {
    expect(answered.data.map(({ leaf_hash: hash }) => hash)).toEqual(
      leaves.map((leaf) => leaf.toString('hex')),
    );
    const proofs = [[two, three], [one, three], [parent(one, two)]];
    expect(answered.data.map(({ inclusion_proof: proof }) => proof)).toEqual(
      proofs.map((proof) => proof.map((hash) => hash.toString('hex'))),
    );
    const name = `wallet-service/journal/${answered.application_id}/1`;
    expect(text).toBe(`${name}\n3\n${root.toString('base64')}\n`);
  });

  it('is signed by the log, by a signer and by a witness', () => {
    const name = `wallet-service/journal/${answered.application_id}/1`;
    const own = answered.checkpoint.public_key;
    const signers: [string, number, string][] = [
      [name, 1, own],
      ['wallet-service/signer', 4, own],
      ['wallet-service/witness/witness-1', 4, journal.witness_public_key],
    ];
    expect(lines.trim().split('\n')).toHaveLength(3);
    for (const [at, line] of lines.trim().split('\n').entries()) {
      const [keyName, type, key] = signers[at] ?? ['', 0, ''];
      const [dash, said, encoded = ''] = line.split(' ');
      expect([dash, said]).toEqual(['—', keyName]);
      const bytes = Buffer.from(encoded, 'base64');
      const keyId = hashed(Buffer.from(`${keyName}\n`), Uint8Array.of(type), bytesOfHex(key)).subarray(0, 4);
      expect(bytes.subarray(0, 4)).toEqual(keyId);
      const seconds = type === 4 ? bytes.readBigUInt64BE(4) : 0n;
      const signed = type === 4 ? `cosignature/v1\ntime ${seconds}\n${text}` : text;
      const x = Buffer.from(key, 'hex').toString('base64url');
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      expect(verify(null, Buffer.from(signed), publicKey, bytes.subarray(type === 4 ? 12 : 4))).toBe(true);
    }
  });
});

describe('the decision of the example, by the page', () => {
  const { answer, leaf_hashes: leaves, verdict_public_key: key } = decision;
  const hashed = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [first, own, third] = leaves.map(bytesOfHex) as [Uint8Array, Uint8Array, Uint8Array];
  const [path = '', text = '', line = ''] = answer.proof.tlog_proof.split(/(?<=\n)\n/);
  const [name = ''] = text.split('\n', 1);

  it('is a leaf of a tree', () => {
    expect(hexOf(hashed(Uint8Array.of(0), Buffer.from(answer.proof.record ?? '')))).toBe(hexOf(own));
    const base64 = [first, third].map((hash) => Buffer.from(hash).toString('base64'));
    expect(path).toBe(`c2sp.org/tlog-proof@v1\nindex 1\n${base64.join('\n')}\n`);
    const root = hashed(Uint8Array.of(1), hashed(Uint8Array.of(1), first, own), third);
    expect(text).toMatch(/^wallet-service\/decisions\/[0-9a-f]{32}\n/);
    expect(text).toBe(`${name}\n3\n${root.toString('base64')}\n`);
  });

  it('is signed by the verdict key of the root document', () => {
    const [dash, said, encoded = ''] = line.trim().split(' ');
    expect([dash, said]).toEqual(['—', name]);
    const bytes = Buffer.from(encoded, 'base64');
    const keyId = hashed(Buffer.from(`${name}\n`), Uint8Array.of(1), bytesOfHex(key)).subarray(0, 4);
    expect(bytes.subarray(0, 4)).toEqual(keyId);
    const x = Buffer.from(key, 'hex').toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, Buffer.from(text), publicKey, bytes.subarray(4))).toBe(true);
    const { payload } = JSON.parse(Buffer.from(decision.signed_root_document, 'base64url').toString()) as {
      readonly payload: string;
    };
    const root = Buffer.from(payload, 'base64url');
    expect(sha256(root)).toBe(decision.root_hash);
    expect(JSON.parse(root.toString())).toMatchObject({ verdict_keys: [x] });
  });
});
