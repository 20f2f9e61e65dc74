import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  hashOfRequest,
  verifyAttestation,
  verifyJournal,
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
type Vectors = ReturnType<typeof makeVectors> & {
  readonly nitro: Awaited<ReturnType<typeof makeNitroVector>>;
};
if (process.env['WRITE_VECTORS'] !== undefined)
  writeFileSync(
    file,
    `${JSON.stringify({ ...makeVectors(), nitro: await makeNitroVector() }, undefined, 2)}\n`,
  );
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const { receipt, attestation, nitro, journal, checkpoint, webhook } = vectors;

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

it('the example is what the service makes', () => {
  expect({ ...makeVectors(), nitro }).toEqual(vectors);
});

it('the page has every field of every signed form, with its length', () => {
  const withPrevious = encodeCanonical('wallet-service/journal/entry/1', [
    bytesOfHex(journal.genesis_hash),
    ...fieldsOf(bytesOfHex(journal.entry_without_previous)).slice(1),
  ]);
  const { page: answered } = journal;
  expect(sha256(withPrevious)).toBe(answered.head.hash);
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
  const genesis = encodeCanonical('wallet-service/journal/genesis/1', [Buffer.from(answered.application_id)]);
  expect(sha256(genesis)).toBe(journal.genesis_hash);
  const forms = [
    receipt.statement,
    receipt.signed,
    attestation.user_data,
    attestation.self_signed.signed,
    checkpoint.signed,
  ];
  const all = [
    ...forms.map(bytesOfHex),
    bytesOfBase64(attestation.self_signed.document),
    withPrevious,
    request,
    genesis,
  ];
  for (const { domain, lengths } of all.map(formOf)) {
    const [, table = ''] =
      new RegExp(`^Domain \`${domain}\`[^\n]*:\n\n\\| # .*\n.*\n((?:\\|.*\n)+)`, 'm').exec(page) ?? [];
    const said = table
      .trim()
      .split('\n')
      .map((row) => row.split('|').at(-2)?.trim() ?? '');
    // The details of an entry may be left out.
    const least = domain.endsWith('/entry/1') ? said.length - 1 : said.length;
    expect([domain, lengths.length]).toEqual([domain, least]);
    for (const [index, length] of lengths.entries()) {
      const stated = said[index] === 'integer' ? '8' : (said[index] ?? '');
      if (/^\d+$/.test(stated)) expect([domain, index, length]).toEqual([domain, index, Number(stated)]);
    }
  }
});

it('the bytes in the page’s example are those of its words', () => {
  const lines = /```\n(00000001[^]*?)```/.exec(page)?.[1]?.trim().split('\n') ?? [];
  const bytes = bytesOfHex(lines.map((line) => line.split(' ')[0]).join(''));
  expect(hexOf(bytes)).toBe(hexOf(encodeCanonical('wallet-service/journal/genesis/1', [Buffer.from('a')])));
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
    entries: 1,
    unchecked: ['rollback'],
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
  for (const { index } of text.matchAll(/[0-9a-f]{8}/g)) {
    const other = JSON.parse(
      text.slice(0, index) + (text[index] === '1' ? '2' : '1') + text.slice(index + 1),
    ) as unknown;
    expect([index, await outcomeOf(verifyJournal([other], { checkpointKey }))]).not.toEqual([
      index,
      'verified',
    ]);
  }
  for (const other of mutated(Buffer.from(webhook.body))) {
    const verified = verifyWebhook({ ...webhook, body: other }, webhook.secret, { now: webhook.now });
    await expect(verified).rejects.toMatchObject({ code: 'client.webhook-invalid' });
  }
});

function fieldsOf(bytes: Uint8Array): readonly Uint8Array[] {
  let at = 8 + Buffer.from(bytes).readUInt32BE(4);
  return formOf(bytes).lengths.map((length) => {
    at += 4 + length;
    return bytes.subarray(at - length, at);
  });
}
