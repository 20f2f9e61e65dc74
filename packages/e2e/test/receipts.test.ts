import { createHash, randomBytes } from 'node:crypto';
import {
  hashOfRequest,
  verifyAttestation,
  verifyReceipt,
  verifySelfSignedAttestation,
  type AttestedClaims,
  type ClientRequest,
} from '@wallet-service/sdk/verify';
import { getBytes, hashMessage } from 'ethers';
import {
  createExpressClient,
  type Chain,
  type ExpressClient,
} from '@wallet-service/local-stack/express-client';
import { expectJson, requestJson } from '@wallet-service/operator-cli/http-json';
import { outcomeOf } from './sdk/verify/outcome-of.js';
import { sharedStack, type SharedStack } from './stacks.js';

// What a client that trusts nobody can learn about the signers, using only HTTP and the SDK.

type Answer = {
  readonly r: string;
  readonly s: string;
  readonly signature: string;
  readonly receipt: Readonly<Record<'statement' | 'signature' | 'public_key', string>>;
};
type Attestations = {
  readonly nonce: string;
  readonly attestations: readonly Readonly<Record<'format' | 'document' | 'receipt_public_key', string>>[];
};

let stack: SharedStack;
let client: ExpressClient;

beforeAll(async () => {
  stack = await sharedStack('receipts');
  client = createExpressClient(stack.stack);
});

const message = Buffer.from('who signs this?');
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** The documents of all signers, for a fresh nonce. */
async function attested(nonce = new Uint8Array(randomBytes(32))) {
  const asked = Buffer.from(nonce).toString('hex');
  const answer = await expectJson<Attestations>(`${stack.expressUrl}/v2/attestation?nonce=${asked}`);
  expect(answer.nonce).toBe(asked);
  return { nonce, documents: answer.attestations.map(({ document }) => document), answer };
}

const claimsOf = (documents: readonly string[], nonce: Uint8Array): Promise<AttestedClaims[]> =>
  Promise.all(documents.map((document) => verifySelfSignedAttestation(document, { nonce })));

/** Finds the attestation of a receipt's signer: the document that names the receipt's key. */
async function claimsOfKey(publicKey: Uint8Array): Promise<AttestedClaims> {
  const { nonce, documents } = await attested();
  const claims = await claimsOf(documents, nonce);
  const found = claims.find(({ receiptPublicKey }) => Buffer.compare(receiptPublicKey, publicKey) === 0);
  if (found === undefined) throw new Error('no attested signer has this receipt key');
  return found;
}

async function signedWithReceipt(chain: Chain) {
  const token = await client.token(`receipts-${randomBytes(4).toString('hex')}`);
  const address = await client.wallet(token, chain);
  const { status, headers, body } = await requestJson(`${stack.expressUrl}/v2/wallet/sign/message`, {
    method: 'POST',
    headers: { ...client.headers(token, chain), prefer: 'receipt' },
    body: { message_base64: message.toString('base64') },
  });
  expect([status, headers.get('preference-applied')]).toEqual([200, 'receipt']);
  const { receipt, ...answer } = body as Answer;
  return { token, address, answer, signed: receipt, publicKey: bytes(receipt.public_key) };
}

/** The client's own view of an Ethereum message (EIP-191), by another library than the service's. */
async function ethereumCase() {
  const { token, address, answer, ...given } = await signedWithReceipt('ETH');
  const request: ClientRequest = {
    chain: 'ETH',
    address,
    operation: 'message',
    jwt: token,
    payloads: [getBytes(hashMessage(message))],
  };
  const signatures = [getBytes(answer.signature).slice(0, 64)];
  const expected = {
    requestHash: await hashOfRequest(request),
    signatures,
    applicationId: stack.stack.app.id,
  };
  return { ...given, request, expected, claims: await claimsOfKey(given.publicKey) };
}

it('each signer answers for the nonce, names the file that runs, and never passes for hardware', async () => {
  const { nonce, documents, answer } = await attested();
  expect(answer.attestations.map(({ format }) => format)).toEqual(['self-signed', 'self-signed']);
  const claims = await claimsOf(documents, nonce);
  expect(
    new Set(claims.map(({ receiptPublicKey }) => Buffer.from(receiptPublicKey).toString('hex'))).size,
  ).toBe(2);
  for (const { build } of claims) expect(build).toMatch(/^sha256:[0-9a-f]{64}$/);
  const [first = ''] = documents;
  const stale = verifySelfSignedAttestation(first, { nonce: new Uint8Array(32) });
  expect(await outcomeOf(stale)).toBe('nonce');
  const pcrs = { 0: '01'.repeat(48) };
  expect(await outcomeOf(verifyAttestation(first, { nonce, pcrs }))).toBe('not-attested');
});

it('a receipt of a signature leads to the attested signer, the request, the token and the root document', async () => {
  const { signed, claims, expected, request } = await ethereumCase();
  const receipt = await verifyReceipt(signed, claims, expected);
  expect(receipt).toMatchObject({
    chain: 'ETH',
    network: 'EVM',
    operation: 'message',
    address: request.address,
  });
  expect(Buffer.from(receipt.jwtHash)).toEqual(createHash('sha256').update(request.jwt).digest());
  expect(receipt.rootVersion).toBe(claims.rootVersion);
  expect(receipt.rootHash).toEqual(claims.rootHash);
});

it('a receipt of a Solana message names the message itself and its Ed25519 signature', async () => {
  const { token, address, signed, publicKey } = await signedWithReceipt('SOL');
  const request = { chain: 'SOL', address, operation: 'message', jwt: token, payloads: [message] };
  const claims = await claimsOfKey(publicKey);
  const receipt = await verifyReceipt(signed, claims, { requestHash: await hashOfRequest(request) });
  expect(receipt.signatureHashes).toHaveLength(1);
});

it('a receipt that was tampered with, or is presented for something else, is refused', async () => {
  const { signed, request, expected, claims } = await ethereumCase();
  for (const part of ['statement', 'signature'] as const) {
    const genuine = bytes(signed[part]);
    for (let at = 0; at < genuine.length; at += 1) {
      const altered = { ...signed, [part]: genuine.map((byte, index) => (index === at ? byte ^ 1 : byte)) };
      expect(await outcomeOf(verifyReceipt(altered, claims, expected))).toBe('receipt-signature');
    }
  }
  const others: readonly Partial<ClientRequest>[] = [
    { jwt: `${request.jwt}x` },
    { address: '0x0000000000000000000000000000000000000000' },
    { payloads: [getBytes(hashMessage('something else'))] },
    { operation: 'raw_hash' },
  ];
  for (const other of others) {
    const requestHash = await hashOfRequest({ ...request, ...other });
    expect(await outcomeOf(verifyReceipt(signed, claims, { ...expected, requestHash }))).toBe(
      'receipt-mismatch',
    );
  }
  const signatures = [new Uint8Array(64).fill(1)];
  expect(await outcomeOf(verifyReceipt(signed, claims, { ...expected, signatures }))).toBe(
    'receipt-mismatch',
  );
});

it('a receipt of one signer is refused under the key of the other', async () => {
  const { signed, publicKey, expected } = await ethereumCase();
  const { nonce, documents } = await attested();
  const [other] = (await claimsOf(documents, nonce)).filter(
    ({ receiptPublicKey }) => Buffer.compare(receiptPublicKey, publicKey) !== 0,
  );
  if (other === undefined) throw new Error('there is one signer alone');
  expect(await outcomeOf(verifyReceipt(signed, other, expected))).toBe('receipt-signature');
});
