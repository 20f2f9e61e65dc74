import { bytesToNumberBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import type { RawSignature } from '../operation.js';
import { parityOf } from '../raw-signature.js';
import { decodeRlp, encodeRlp, rlpNumber, type RlpItem } from './rlp.js';
import { assertValidTransaction, type EthTransaction, type EthTransactionType } from './transaction.js';
import { fieldCodecs, type FieldName } from './transaction-fields.js';

type TypedName = Exclude<EthTransactionType, 'legacy'>;
type Shape = { readonly envelope: number; readonly fields: readonly FieldName[] };

const call = ['gasLimit', 'to', 'value', 'data'] as const;
const feeMarket = [
  'chainId',
  'nonce',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  ...call,
  'accessList',
] as const;
const legacyFields: readonly FieldName[] = ['nonce', 'gasPrice', ...call];

/** EIP-2718: the first byte, and the fields in the order of their EIP. */
const typedShapes: Record<TypedName, Shape> = {
  eip2930: { envelope: 1, fields: ['chainId', 'nonce', 'gasPrice', ...call, 'accessList'] },
  eip1559: { envelope: 2, fields: feeMarket },
  eip4844: { envelope: 3, fields: [...feeMarket, 'maxFeePerBlobGas', 'blobVersionedHashes'] },
  eip7702: { envelope: 4, fields: [...feeMarket, 'authorizationList'] },
};

const EMPTY = new Uint8Array();

/** The bytes whose Keccak-256 is signed. */
export function encodeUnsigned(transaction: EthTransaction): Uint8Array {
  if (transaction.type !== 'legacy') return encodeTyped(transaction, []);
  const { chainId } = transaction;
  const replayProtection = chainId === undefined ? [] : [rlpNumber(chainId), EMPTY, EMPTY];
  return encodeRlp([...writeFields(transaction, legacyFields), ...replayProtection]);
}

/** What a node accepts. Legacy: v is 27 or 28, or by EIP-155 the doubled chain id and 35 or 36. */
export function encodeSigned(transaction: EthTransaction, raw: RawSignature): Uint8Array {
  const parity = BigInt(parityOf(raw));
  const r = rlpNumber(bytesToNumberBE(raw.signature.subarray(0, 32)));
  const s = rlpNumber(bytesToNumberBE(raw.signature.subarray(32)));
  if (transaction.type !== 'legacy') return encodeTyped(transaction, [rlpNumber(parity), r, s]);
  const { chainId } = transaction;
  const v = chainId === undefined ? 27n + parity : chainId * 2n + 35n + parity;
  return encodeRlp([...writeFields(transaction, legacyFields), rlpNumber(v), r, s]);
}

/** Keccak-256. Of the unsigned bytes it is the digest to sign, of the signed bytes the transaction hash. */
export function transactionHash(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

/** An unsigned transaction. Only bytes that `encodeUnsigned` produces are read. */
export function decodeUnsigned(bytes: Uint8Array, path: string): EthTransaction {
  const [first = 0] = bytes;
  const transaction = first >= 0xc0 ? decodeLegacy(bytes, path) : decodeTyped(first, bytes.subarray(1), path);
  assertValidTransaction(transaction, path);
  return transaction;
}

function encodeTyped(
  transaction: Exclude<EthTransaction, { type: 'legacy' }>,
  signature: readonly RlpItem[],
): Uint8Array {
  const { envelope, fields } = typedShapes[transaction.type];
  const items = [...writeFields(transaction, fields), ...signature];
  return concatBytes(Uint8Array.of(envelope), encodeRlp(items));
}

function decodeTyped(envelope: number, body: Uint8Array, path: string): EthTransaction {
  const names: readonly TypedName[] = ['eip2930', 'eip1559', 'eip4844', 'eip7702'];
  const type = names.find((name) => typedShapes[name].envelope === envelope);
  if (!type) throw invalidField(path, 'neither a legacy transaction nor one of type 1, 2, 3 or 4');
  const { fields } = typedShapes[type];
  const items = listOf(decodeRlp(body, path), path);
  if (items.length === fields.length + 3) throw invalidField(path, 'the transaction is already signed');
  if (items.length !== fields.length) throw invalidField(path, `${type} has ${fields.length} fields`);
  const transaction = readFields(type, fields, items, path);
  if ((type === 'eip4844' || type === 'eip7702') && transaction.to === undefined) {
    throw invalidField(`${path}/to`, `a transaction of type ${type} can't create a contract`);
  }
  return transaction;
}

function decodeLegacy(bytes: Uint8Array, path: string): EthTransaction {
  const items = listOf(decodeRlp(bytes, path), path);
  const count = legacyFields.length;
  if (items.length !== count && items.length !== count + 3) {
    throw invalidField(path, 'an unsigned legacy transaction has 6 fields, by EIP-155 9');
  }
  const [chainId, r, s] = items.slice(count);
  if (chainId === undefined || r === undefined || s === undefined) {
    return readFields('legacy', legacyFields, items, path);
  }
  if (r.length > 0 || s.length > 0) throw invalidField(path, 'the transaction is already signed');
  if (!(r instanceof Uint8Array && s instanceof Uint8Array))
    throw invalidField(path, 'a list where bytes are expected');
  const id = fieldCodecs.chainId.read(chainId, `${path}/chainId`);
  return { ...readFields('legacy', legacyFields, items, path), chainId: id };
}

function listOf(item: RlpItem, path: string): readonly RlpItem[] {
  if (item instanceof Uint8Array) throw invalidField(path, 'a transaction is an RLP list');
  return item;
}

// The shapes above and the types of transaction.ts say the same twice; the compiler can't see it across the
// loop, the tests do.
function writeFields(transaction: EthTransaction, fields: readonly FieldName[]): RlpItem[] {
  const values = transaction as unknown as Record<FieldName, never>;
  return fields.map((name) => fieldCodecs[name].write(values[name]));
}

function readFields(
  type: EthTransactionType,
  fields: readonly FieldName[],
  items: readonly RlpItem[],
  path: string,
): EthTransaction {
  const entries = fields.map((name, i) => [
    name,
    fieldCodecs[name].read(items[i] ?? EMPTY, `${path}/${name}`),
  ]);
  return {
    type,
    ...(type === 'legacy' && { chainId: undefined }),
    ...Object.fromEntries(entries),
  } as EthTransaction;
}
