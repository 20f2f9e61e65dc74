import fc from 'fast-check';
import * as btc from '@scure/btc-signer';
import { decodeUnsigned, encodeUnsigned } from '../src/eth/transaction-codec.js';
import { fieldCodecs, type FieldName } from '../src/eth/transaction-fields.js';
import type { EthTransaction, EthTransactionType } from '../src/eth/transaction.js';
import { planSigning } from '../src/read-operation.js';
import { testWallet } from './wallets.js';

// A signature covers every field of a payload: no two values of a field share a signature.

const secret = new Uint8Array(32).fill(0x31);
const [ethereum, bitcoin] = [testWallet('ETH', secret), testWallet('BTC', secret)];
const payloadsInHex = (bytes: readonly Uint8Array[]) =>
  bytes.map((each) => Buffer.from(each).toString('hex')).join();

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const uint = (bits: number) => fc.bigInt(0n, 2n ** BigInt(bits) - 1n);
const authorization = fc.record({
  chainId: uint(256),
  address: bytes(20),
  nonce: uint(60),
  yParity: fc.bigInt(0n, 1n),
  r: fc.bigInt(1n, 2n ** 255n),
  s: fc.bigInt(1n, 2n ** 254n),
});
/** Fields come from the encoder's own table. A new field without values here fails. */
const values: Readonly<Record<FieldName, fc.Arbitrary<unknown>>> = {
  chainId: fc.bigInt(1n, 2n ** 256n - 1n),
  nonce: uint(60),
  gasPrice: uint(256),
  // Always the lower one of the two.
  maxPriorityFeePerGas: uint(100),
  maxFeePerGas: fc.bigInt(2n ** 100n, 2n ** 256n - 1n),
  maxFeePerBlobGas: uint(256),
  gasLimit: uint(64),
  to: bytes(20),
  value: uint(256),
  data: fc.uint8Array({ maxLength: 70 }),
  accessList: fc.array(
    fc.record({ address: bytes(20), storageKeys: fc.array(bytes(32), { maxLength: 2 }) }),
    { maxLength: 2 },
  ),
  blobVersionedHashes: fc.array(
    bytes(31).map((rest) => Uint8Array.of(1, ...rest)),
    { minLength: 1, maxLength: 2 },
  ),
  authorizationList: fc.array(authorization, { minLength: 1, maxLength: 2 }),
};
const common = ['chainId', 'nonce', 'gasLimit', 'to', 'value', 'data'] as const;
const feeMarket = [...common, 'maxPriorityFeePerGas', 'maxFeePerGas', 'accessList'] as const;
const fieldsOf: Readonly<Record<EthTransactionType, readonly FieldName[]>> = {
  legacy: [...common, 'gasPrice'],
  eip2930: [...common, 'gasPrice', 'accessList'],
  eip1559: feeMarket,
  eip4844: [...feeMarket, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  eip7702: [...feeMarket, 'authorizationList'],
};
const types = Object.keys(fieldsOf) as EthTransactionType[];
const transactionOf = (type: EthTransactionType): fc.Arbitrary<EthTransaction> =>
  fc
    .record(Object.fromEntries(fieldsOf[type].map((name) => [name, values[name]])))
    .map((fields) => ({ type, ...fields }) as unknown as EthTransaction);
const payloadOf = (transaction: EthTransaction) =>
  payloadsInHex(
    planSigning(ethereum, { kind: 'transaction', unsigned: encodeUnsigned(transaction) }).payloads,
  );
const isSame = (one: unknown, other: unknown) => JSON.stringify(one, text) === JSON.stringify(other, text);
const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

describe('an Ethereum transaction', () => {
  it('has values for every field of the encoder', () => {
    expect([...new Set(Object.values(fieldsOf).flat())].sort()).toEqual(Object.keys(fieldCodecs).sort());
  });

  it.each(types)('of type %s is read as it was written, so no two have the same bytes', (type) => {
    fc.assert(
      fc.property(transactionOf(type), (transaction) => {
        expect(decodeUnsigned(encodeUnsigned(transaction), '/payload')).toEqual(transaction);
      }),
      { numRuns: 300 },
    );
  });

  it.each(types.flatMap((type) => fieldsOf[type].map((field) => [type, field] as const)))(
    'of type %s with another %s has another signature',
    (type, field) => {
      fc.assert(
        fc.property(transactionOf(type), values[field], (transaction, value) => {
          fc.pre(!isSame((transaction as Record<string, unknown>)[field], value));
          expect(payloadOf({ ...transaction, [field]: value })).not.toBe(payloadOf(transaction));
        }),
        { numRuns: 60 },
      );
    },
  );

  it('of one type never has a signature of another type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types).chain(transactionOf),
        fc.constantFrom(...types).chain(transactionOf),
        (one, other) => {
          fc.pre(one.type !== other.type);
          expect(payloadOf(one)).not.toBe(payloadOf(other));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('typed data', () => {
  const domainTypes = {
    name: 'string',
    version: 'string',
    chainId: 'uint256',
    verifyingContract: 'address',
    salt: 'bytes32',
  };
  const address = bytes(20).map((each) => `0x${Buffer.from(each).toString('hex')}`);
  const domain = {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.integer({ min: 1 }),
    verifyingContract: address,
    salt: bytes(32).map((each) => `0x${Buffer.from(each).toString('hex')}`),
  };
  const message = {
    to: address,
    amount: fc.nat(),
    note: fc.string(),
    items: fc.array(fc.nat(), { maxLength: 3 }),
  };
  const data = fc.record({
    primaryType: fc.constantFrom('Order', 'Permit'),
    noteType: fc.constantFrom('string', 'bytes'),
    domain: fc.record(domain),
    message: fc.record(message),
  });
  type Data = typeof data extends fc.Arbitrary<infer One> ? One : never;
  const payload = ({ primaryType, noteType, domain: itsDomain, message: its }: Data) => {
    const note = noteType === 'string' ? its.note : `0x${Buffer.from(its.note).toString('hex')}`;
    const members = { to: 'address', amount: 'uint256', note: noteType, items: 'uint256[]' };
    const listed = (fields: Readonly<Record<string, string>>) =>
      Object.entries(fields).map(([name, type]) => ({ name, type }));
    const json = JSON.stringify({
      types: { EIP712Domain: listed(domainTypes), [primaryType]: listed(members) },
      primaryType,
      domain: itsDomain,
      message: { ...its, note },
    });
    return payloadsInHex(planSigning(ethereum, { kind: 'typed_data', version: 'v4', json }).payloads);
  };

  it.each([
    ...Object.entries(domain).map(([name, of]) => [`domain.${name}`, of, 'domain', name] as const),
    ...Object.entries(message).map(([name, of]) => [`message.${name}`, of, 'message', name] as const),
  ])('with another %s has another digest', (_title, of, part, name) => {
    fc.assert(
      fc.property(data, of as fc.Arbitrary<unknown>, (one, value) => {
        fc.pre(!isSame((one[part] as Record<string, unknown>)[name], value));
        expect(payload({ ...one, [part]: { ...one[part], [name]: value } })).not.toBe(payload(one));
      }),
      { numRuns: 60 },
    );
  });

  it('with another primary type, or another type of a member, has another digest', () => {
    fc.assert(
      fc.property(data, (one) => {
        const primaryType = one.primaryType === 'Order' ? 'Permit' : 'Order';
        const noteType = one.noteType === 'string' ? 'bytes' : 'string';
        expect(
          new Set([one, { ...one, primaryType }, { ...one, noteType }].map((each) => payload(each as Data)))
            .size,
        ).toBe(3);
      }),
    );
  });
});

describe('a Bitcoin transaction', () => {
  const own = btc.p2wpkh(bitcoin.publicKey, btc.NETWORK);
  const parts = {
    version: fc.integer({ min: 1, max: 2 }),
    lockTime: fc.nat(),
    txid: bytes(32),
    index: fc.nat(9),
    sequence: fc.integer({ min: 0, max: 0xffffffff }),
    spent: fc.bigInt(60_000n, 90_000n),
    amount: fc.bigInt(1_000n, 30_000n),
    recipient: bytes(20),
    outputs: fc.integer({ min: 1, max: 2 }),
  };
  type Parts = {
    [Name in keyof typeof parts]: (typeof parts)[Name] extends fc.Arbitrary<infer One> ? One : never;
  };
  const payload = ({
    version,
    lockTime,
    txid,
    index,
    sequence,
    spent,
    amount,
    recipient,
    outputs,
  }: Parts) => {
    const transaction = new btc.Transaction({ version, lockTime });
    transaction.addInput({ txid, index, sequence, witnessUtxo: { script: own.script, amount: spent } });
    const script = btc.OutScript.encode({ type: 'wpkh', hash: recipient });
    for (let at = 0; at < outputs; at += 1)
      transaction.addOutput({ script, amount: amount / BigInt(at + 1) });
    return payloadsInHex(
      planSigning(bitcoin, { kind: 'transaction', unsigned: transaction.toPSBT() }).payloads,
    );
  };

  it.each(Object.entries(parts))('with another %s has another digest', (name, of) => {
    fc.assert(
      fc.property(fc.record(parts), of as fc.Arbitrary<unknown>, (one, value) => {
        fc.pre(!isSame(one[name as keyof Parts], value));
        expect(payload({ ...one, [name]: value })).not.toBe(payload(one));
      }),
      { numRuns: 25 },
    );
  });
});
