import { hexToBytes } from '@noble/hashes/utils.js';
import { keccak256, Transaction } from 'ethers';
import fc from 'fast-check';
import { hexText } from '../src/hex-text.js';
import { decodeUnsigned, encodeSigned, encodeUnsigned } from '../src/eth/transaction-codec.js';
import { parseEthTransactionPayload } from '../src/eth/transaction-payload.js';
import type { EthTransaction } from '../src/eth/transaction.js';
import { refusal } from './refusal.js';
import { describeVectors } from './vectors.js';
import { signOne, testWallet } from './wallets.js';

const wallet = testWallet('ETH', new Uint8Array(32).fill(0x21));
const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.slice(2));

type Json = Record<string, unknown>;
type Case = Record<string, string> & { transaction: Json; name: string };
const forms: [name: string, type: string, fields: string[]][] = [
  ['Legacy', 'legacy', ['gasPrice']],
  ['Eip155', 'legacy', ['gasPrice', 'chainId']],
  ['Berlin', 'eip2930', ['gasPrice', 'chainId', 'accessList']],
  ['London', 'eip1559', ['maxFeePerGas', 'maxPriorityFeePerGas', 'chainId', 'accessList']],
  [
    'Cancun',
    'eip4844',
    [
      'maxFeePerGas',
      'maxPriorityFeePerGas',
      'chainId',
      'accessList',
      'maxFeePerBlobGas',
      'blobVersionedHashes',
    ],
  ],
];
const quantities = [
  'nonce',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'chainId',
  'maxFeePerBlobGas',
];

/** The payload of a request for one form of a case in the corpus. Absent numbers mean 0, and absent lists are empty. */
function payloadOf({ transaction }: Case, type: string, fields: string[]): Json {
  const names = ['nonce', 'gasLimit', 'to', 'value', 'data', ...fields];
  const absent = names.filter((name) => quantities.includes(name)).map((name) => [name, 0]);
  const given = Object.entries(transaction).filter(([name]) => names.includes(name));
  return { type, ...Object.fromEntries(absent), ...Object.fromEntries(given) } as Json;
}

const hasBlobs = ({ transaction }: Case): boolean =>
  ((transaction['blobVersionedHashes'] ?? []) as string[]).length > 0;

/** What no chain accepts, and so this service does not sign. */
function refusedField(one: Case, form: string): string | undefined {
  if (form !== 'Legacy' && BigInt((one.transaction['chainId'] as string | undefined) ?? 0) === 0n)
    return '/payload/chainId';
  return form === 'Cancun' && !hasBlobs(one) ? '/payload/blobVersionedHashes' : undefined;
}

describeVectors(
  'the transactions of ethers',
  'ethers/transactions.json.gz',
  'github.com/ethers-io/ethers.js',
  (data) => {
    const having = (form: string): Case[] => (data as Case[]).filter((one) => one[`unsigned${form}`] !== '');

    it.each(forms)('are encoded and decoded alike in the form %s', (form, type, fields) => {
      let compared = 0;
      for (const one of having(form)) {
        const payload = payloadOf(one, type, fields);
        const refused = refusedField(one, form);
        if (refused !== undefined) {
          const none =
            form === 'Cancun' && !hasBlobs(one) ? { ...payload, blobVersionedHashes: [] } : payload;
          const { path } = refusal(() => parseEthTransactionPayload(none, wallet));
          expect(path).toBe(refused);
          continue;
        }
        const { transaction, unsigned } = parseEthTransactionPayload(payload, wallet);
        expect(hexText(unsigned)).toBe(one[`unsigned${form}`]);
        expect(decodeUnsigned(unsigned, '/payload')).toEqual(transaction);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(450);
    });

    it.each(forms)('are signed alike in the form %s', (form) => {
      const signable = having(form).filter((one) => refusedField(one, form) === undefined);
      for (const one of signable.filter((_, i) => i % 20 === 0)) {
        const signer = testWallet('ETH', bytesOf(one['privateKey'] ?? ''));
        const bytes = bytesOf(one[`unsigned${form}`] ?? '');
        const raw = signOne(signer, { scheme: 'ecdsa-secp256k1', payloads: [bytesOf(keccak256(bytes))] });
        expect(hexText(encodeSigned(decodeUnsigned(bytes, '/payload'), raw))).toBe(one[`signed${form}`]);
      }
    });
  },
);

const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const call = {
  // ethers cannot read nonces above 2^53 - 1.
  nonce: uint(53),
  gasLimit: uint(64),
  to: fc.option(bytes(20), { nil: undefined }),
  value: uint(256),
  data: fc.uint8Array({ maxLength: 200 }),
};
const accessList = fc.array(
  fc.record({ address: bytes(20), storageKeys: fc.array(bytes(32), { maxLength: 3 }) }),
  { maxLength: 3 },
);
const fees = fc.tuple(uint(256), uint(256)).map(([a, b]): [bigint, bigint] => (a > b ? [a, b] : [b, a]));
const market = { ...call, chainId: uint(256).filter((id) => id > 0n), accessList, fees };
const authorization = fc.record({
  chainId: uint(256).filter((id) => id > 0n),
  address: bytes(20),
  nonce: call.nonce,
  yParity: fc.constantFrom(0n, 1n),
  r: fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }),
  s: fc.bigInt({ min: 1n, max: CURVE_ORDER / 2n }),
});
const withFees = <T extends { fees: [bigint, bigint] }>({ fees: [max, priority], ...rest }: T) => ({
  ...rest,
  maxFeePerGas: max,
  maxPriorityFeePerGas: priority,
});
const blobHash = bytes(32).map((hash) => hash.fill(1, 0, 1));
const arbitraryTransaction: fc.Arbitrary<EthTransaction> = fc.oneof(
  fc.record({
    type: fc.constant('legacy' as const),
    ...call,
    gasPrice: uint(256),
    chainId: fc.option(fc.bigInt({ min: 1n, max: 2n ** 64n }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('eip2930' as const),
    ...call,
    chainId: uint(256).filter((id) => id > 0n),
    gasPrice: uint(256),
    accessList,
  }),
  fc.record({ type: fc.constant('eip1559' as const), ...market }).map(withFees),
  fc
    .record({
      type: fc.constant('eip4844' as const),
      ...market,
      to: bytes(20),
      maxFeePerBlobGas: uint(256),
      blobVersionedHashes: fc.array(blobHash, { minLength: 1, maxLength: 3 }),
    })
    .map(withFees),
  fc
    .record({
      type: fc.constant('eip7702' as const),
      ...market,
      to: bytes(20),
      authorizationList: fc.array(authorization, { minLength: 1, maxLength: 3 }),
    })
    .map(withFees),
);

describe('an Ethereum transaction', () => {
  it('of every type is what ethers makes of the same bytes, unsigned and signed', () => {
    fc.assert(
      fc.property(arbitraryTransaction, (transaction) => {
        const unsigned = encodeUnsigned(transaction);
        expect(decodeUnsigned(unsigned, '/payload')).toEqual(transaction);
        const theirs = Transaction.from(hexText(unsigned));
        expect(theirs.unsignedSerialized).toBe(hexText(unsigned));
        expect(theirs.value).toBe(transaction.value);
        expect(theirs.gasLimit).toBe(transaction.gasLimit);
        expect(theirs.data).toBe(hexText(transaction.data));
        expect(theirs.to?.toLowerCase()).toBe(transaction.to && hexText(transaction.to));

        const raw = signOne(wallet, { scheme: 'ecdsa-secp256k1', payloads: [bytesOf(theirs.unsignedHash)] });
        const signed = Transaction.from(hexText(encodeSigned(transaction, raw)));
        expect(signed.from).toBe(wallet.address);
        expect(signed.unsignedSerialized).toBe(hexText(unsigned));
        expect(signed.authorizationList?.length).toBe(
          transaction.type === 'eip7702' ? transaction.authorizationList.length : undefined,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('with one byte changed, added or removed is refused, or is another transaction with exactly these bytes', () => {
    const position = fc.nat();
    fc.assert(
      fc.property(
        arbitraryTransaction,
        position,
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('flip', 'insert', 'remove'),
        (transaction, at, value, how) => {
          const original = encodeUnsigned(transaction);
          const i = at % original.length;
          const middle =
            how === 'flip' ? [(original[i] ?? 0) ^ value] : how === 'insert' ? [value, original[i] ?? 0] : [];
          const changed = Uint8Array.from([
            ...original.subarray(0, i),
            ...middle,
            ...original.subarray(i + 1),
          ]);
          try {
            expect(encodeUnsigned(decodeUnsigned(changed, '/payload'))).toEqual(changed);
          } catch (error) {
            expect(error).toMatchObject({ code: 'request.invalid' });
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('of random bytes is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 5 }), (random, type) => {
        for (const candidate of [random, Uint8Array.from([type, ...random])]) {
          expect(refusal(() => decodeUnsigned(candidate, '/payload')).code).toBe('request.invalid');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('that is already signed is refused', () => {
    fc.assert(
      fc.property(arbitraryTransaction, (transaction) => {
        const raw = { signature: new Uint8Array(64).fill(1), recoveryId: 0 };
        const signed = encodeSigned(transaction, raw);
        expect(() => decodeUnsigned(signed, '/payload')).toThrow('already signed');
      }),
      { numRuns: 50 },
    );
  });
});
