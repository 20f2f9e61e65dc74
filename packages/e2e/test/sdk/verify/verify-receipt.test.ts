import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  encodeReceipt,
  receiptSignaturePayload,
  requestHashOf,
  type Receipt,
} from '@wallet-service/signer-protocol';
import fc from 'fast-check';
import {
  hashOfRequest,
  verifyReceipt,
  type ClientRequest,
  type ReceiptExpectation,
} from '@wallet-service/sdk/verify';
import { outcomeOf } from './outcome-of.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const claims = {
  receiptPublicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
};
const hash = (data: string | Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

const request: ClientRequest = {
  chain: 'ETH',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  operation: 'message',
  jwt: 'header.claims.signature',
  payloads: [hash('digest 1'), hash('digest 2')],
};
const signatures = [new Uint8Array(64).fill(1), new Uint8Array(64).fill(2)];
const receipt: Receipt = {
  applicationId: 'app-a',
  walletId: 'w1',
  chain: request.chain,
  network: 'EVM',
  address: request.address,
  operation: request.operation,
  requestHash: await hashOfRequest(request),
  jwtHash: hash(request.jwt),
  payloadHashes: request.payloads.map(hash),
  verdictHash: hash('verdict'),
  rootVersion: 7,
  rootHash: hash('bundle'),
  signatureHashes: signatures.map(hash),
  time: 1_790_000_000,
};
const signed = (changes: Partial<Receipt> = {}, key = privateKey) => {
  const statement = encodeReceipt({ ...receipt, ...changes });
  return { statement, signature: new Uint8Array(sign(null, receiptSignaturePayload(statement), key)) };
};
const expected: ReceiptExpectation = {
  requestHash: await hashOfRequest(request),
  signatures,
  applicationId: 'app-a',
  walletId: 'w1',
  network: 'EVM',
};

it('returns the receipt that the attested key signed for this request', async () => {
  expect(await verifyReceipt(signed(), claims, expected)).toEqual(receipt);
  const { statement, signature } = signed();
  const answered = {
    statement: Buffer.from(statement).toString('base64'),
    signature: Buffer.from(signature).toString('base64'),
  };
  expect(await verifyReceipt(answered, claims, { requestHash: expected.requestHash })).toEqual(receipt);
});

const changes: readonly [string, Partial<ClientRequest>][] = [
  ['another chain', { chain: 'BTC' }],
  ['another wallet', { address: '0x0000000000000000000000000000000000000000' }],
  ['another operation', { operation: 'raw_hash' }],
  ['another token', { jwt: 'another.one.here' }],
  ['another payload', { payloads: [hash('digest 1'), hash('digest 3')] }],
  ['payloads in another order', { payloads: request.payloads.toReversed() }],
  ['fewer payloads', { payloads: request.payloads.slice(1) }],
];

it.each(changes)('refuses one for a request with %s', async (_title, change) => {
  const { chain, address, operation, jwt, payloads } = { ...request, ...change };
  const asked = { chain, address, operation, jwtHash: hash(jwt), payloadHashes: payloads.map(hash) };
  const other = signed({ ...asked, requestHash: requestHashOf(asked) });
  expect(await outcomeOf(verifyReceipt(other, claims, expected))).toBe('receipt-mismatch');
});

it.each(changes)('refuses one for the right request whose fields are wrong: %s', async (_title, change) => {
  const { chain, address, operation, jwt, payloads } = { ...request, ...change };
  const fields = { chain, address, operation, jwtHash: hash(jwt), payloadHashes: payloads.map(hash) };
  expect(await outcomeOf(verifyReceipt(signed(fields), claims, expected))).toBe('receipt-mismatch');
});

it.each<[string, Partial<Receipt>]>([
  ['another application', { applicationId: 'app-b' }],
  ['a wallet with another id', { walletId: 'w2' }],
  ['another network', { network: 'other' }],
  ['other signatures', { signatureHashes: [hash(signatures[0] ?? '')] }],
  ['signatures in another order', { signatureHashes: receipt.signatureHashes.toReversed() }],
])('refuses one about %s', async (_title, change) => {
  expect(await outcomeOf(verifyReceipt(signed(change), claims, expected))).toBe('receipt-mismatch');
});

it('refuses every field that was changed after signing', async () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const other: { [Name in keyof Receipt]: fc.Arbitrary<Receipt[Name]> } = {
    applicationId: fc.string(),
    walletId: fc.string(),
    chain: fc.string(),
    network: fc.string(),
    address: fc.string(),
    operation: fc.string(),
    requestHash: bytes,
    jwtHash: bytes,
    payloadHashes: fc.array(bytes),
    verdictHash: bytes,
    rootVersion: fc.maxSafeNat(),
    rootHash: bytes,
    signatureHashes: fc.array(bytes),
    time: fc.maxSafeNat(),
  };
  const { signature } = signed();
  const change = fc.oneof(
    ...Object.entries(other).map(([name, value]) =>
      (value as fc.Arbitrary<unknown>).map((to) => ({ [name]: to })),
    ),
  );
  await fc.assert(
    fc.asyncProperty(change, async (fields) => {
      const altered = { ...receipt, ...fields } as Receipt;
      const statement = encodeReceipt(altered);
      fc.pre(Buffer.compare(statement, encodeReceipt(receipt)) !== 0);
      expect(await outcomeOf(verifyReceipt({ statement, signature }, claims, expected))).toBe(
        'receipt-signature',
      );
    }),
    { numRuns: 100 },
  );
});

it('refuses every flipped bit of the statement and of the signature', async () => {
  const { statement, signature } = signed();
  const flipped = (bytes: Uint8Array, bit: number): Uint8Array =>
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  for (let bit = 0; bit < statement.length * 8; bit += 41) {
    const altered = { statement: flipped(statement, bit), signature };
    expect(await outcomeOf(verifyReceipt(altered, claims, expected))).toBe('receipt-signature');
  }
  for (let bit = 0; bit < 512; bit += 17) {
    const altered = { statement, signature: flipped(signature, bit) };
    expect(await outcomeOf(verifyReceipt(altered, claims, expected))).toBe('receipt-signature');
  }
});

it('refuses one of another key, one without a signature, and signed bytes that are not a receipt', async () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  expect(await outcomeOf(verifyReceipt(signed({}, other), claims, expected))).toBe('receipt-signature');
  const unsigned = { ...signed(), signature: new Uint8Array(0) };
  expect(await outcomeOf(verifyReceipt(unsigned, claims, expected))).toBe('receipt-signature');
  const statement = Buffer.from('no receipt');
  const signature = sign(null, receiptSignaturePayload(statement), privateKey);
  expect(await outcomeOf(verifyReceipt({ statement, signature }, claims, expected))).toBe(
    'receipt-malformed',
  );
});
