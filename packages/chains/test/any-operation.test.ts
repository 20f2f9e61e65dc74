import { AppError } from '@wallet-service/errors';
import fc from 'fast-check';
import { parseEthTransactionPayload } from '../src/eth/transaction-payload.js';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { messageFormats, typedDataVersions, type Operation } from '../src/operation.js';
import { testWallet } from './wallets.js';

const secret = new Uint8Array(32).fill(0x31);
const wallets = (['ETH', 'SOL', 'BTC'] as const).map((chain) => testWallet(chain, secret));
const bytes = fc.uint8Array({ maxLength: 120 });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('raw_hash' as const), hash: fc.oneof(hash, bytes) }),
  fc.record({
    kind: fc.constant('message' as const),
    message: bytes,
    format: fc.constantFrom(...messageFormats),
  }),
  fc.record({
    kind: fc.constant('eip7702_authorization' as const),
    chainId: fc.bigInt(),
    address: fc.oneof(bytes, fc.uint8Array({ minLength: 20, maxLength: 20 })),
    nonce: fc.bigInt(),
  }),
  fc.record({ kind: fc.constant('transaction' as const), unsigned: bytes }),
  fc.record({
    kind: fc.constant('typed_data' as const),
    version: fc.constantFrom(...typedDataVersions),
    json: fc.oneof(fc.string(), fc.json()),
  }),
);

/** The answer, or the AppError. Any other exception fails the test. */
function settle<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return error;
    throw error;
  }
}

describe('any operation on any chain', () => {
  it('is planned or refused, the same each time, and its input is not changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...wallets), operation, (wallet, given) => {
        const before = structuredClone(given);
        const plan = settle(() => planSigning(wallet, given));
        expect(settle(() => planSigning(wallet, before))).toEqual(plan);
        expect(given).toEqual(before);
        if (plan instanceof AppError) return;
        expect(plan.scheme).toBe(wallet.chain === 'SOL' ? 'ed25519' : 'ecdsa-secp256k1');
        if (wallet.chain !== 'SOL')
          expect(plan.payloads.map(({ length }) => length)).toEqual(plan.payloads.map(() => 32));
      }),
      { numRuns: 3000 },
    );
  });

  it('is decoded exactly when it is planned', () => {
    fc.assert(
      fc.property(fc.constantFrom(...wallets), operation, (wallet, given) => {
        const plan = settle(() => planSigning(wallet, given));
        const decoded = settle(() => decodeOperation(wallet, given));
        expect(decoded instanceof AppError).toBe(plan instanceof AppError);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any JSON as the payload of an Ethereum transaction', () => {
  const names = [
    'type',
    'chainId',
    'nonce',
    'to',
    'value',
    'data',
    'input',
    'gas',
    'gasPrice',
    'maxFeePerGas',
    'from',
  ];
  const lists = [
    'maxPriorityFeePerGas',
    'accessList',
    'authorizationList',
    'blobVersionedHashes',
    'maxFeePerBlobGas',
  ];
  const member = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(0, 1, 2, '0x', '0x2', '21000', `0x${'11'.repeat(20)}`, [], null),
  );
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names, ...lists), member, { maxKeys: 14 }),
    fc.string().map((text) => `0x${text}`),
  );

  it('is parsed or refused', () => {
    const [wallet] = wallets;
    if (!wallet) throw new Error('expected a wallet');
    fc.assert(
      fc.property(payload, (value) => {
        const parsed = settle(() => parseEthTransactionPayload(value, wallet));
        if (parsed instanceof AppError) return;
        expect(planSigning(wallet, { kind: 'transaction', unsigned: parsed.unsigned }).payloads).toHaveLength(
          1,
        );
      }),
      { numRuns: 3000 },
    );
  });
});
