import { invalidField } from '@wallet-service/errors';
import { hexText, parseHexText } from '../hex-text.js';
import { jsonFields, pointerToken, type JsonFields } from '../json-fields.js';
import { MAX_NONCE } from './authorization.js';
import { parseQuantity } from './quantity.js';
import { assertValidTransaction, type EthTransaction, type EthTransactionType } from './transaction.js';
import { decodeUnsigned, encodeUnsigned } from './transaction-codec.js';
import { MAX_UINT256, MAX_UINT64 } from './transaction-fields.js';
import { parseAccessList, parseAddress, parseAuthorizations, parseWords } from './transaction-lists.js';

/** A transaction as it will be signed, and its canonical unsigned bytes. */
export type ParsedTransaction = { readonly transaction: EthTransaction; readonly unsigned: Uint8Array };

const common = ['type', 'from', 'chainId', 'nonce', 'to', 'value', 'data', 'input', 'gas', 'gasLimit'];
const feeMarket = [...common, 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'];
const fieldsOfType: Record<EthTransactionType, readonly string[]> = {
  legacy: [...common, 'gasPrice'],
  eip2930: [...common, 'gasPrice', 'accessList'],
  eip1559: feeMarket,
  eip4844: [...feeMarket, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  eip7702: [...feeMarket, 'authorizationList'],
};
const typeNames = Object.keys(fieldsOfType) as EthTransactionType[];

/**
 * The transaction of a signing request: an object with the names of JSON-RPC and viem, or the unsigned
 * serialized transaction in hex. Quantities are safe integers, decimal strings or hex strings. `from` is
 * optional and must be the wallet. Defaults: `value` is 0, `data` and `accessList` are empty, without `to` a
 * contract is created. Everything else is required. Unknown and contradictory fields are refused.
 */
export function parseEthTransactionPayload(
  payload: unknown,
  wallet: { readonly address: string },
  path = '/payload',
): ParsedTransaction {
  const transaction =
    typeof payload === 'string'
      ? decodeUnsigned(parseHexText(payload, path), path)
      : transactionOf(jsonFields(payload, path), wallet, path);
  return { transaction, unsigned: encodeUnsigned(transaction) };
}

function transactionOf(
  fields: JsonFields,
  wallet: { readonly address: string },
  path: string,
): EthTransaction {
  const type = typeOf(fields, path);
  assertFieldsOfType(fields, type, path);
  assertFrom(fields, wallet, path);
  const transaction = readTransaction(fields, type, path);
  assertValidTransaction(transaction, path);
  return transaction;
}

function readTransaction(fields: JsonFields, type: EthTransactionType, path: string): EthTransaction {
  const quantity = (name: string) =>
    parseQuantity(required(fields, name, path), MAX_UINT256, `${path}/${name}`);
  const shared = callOf(fields, path);
  if (type === 'legacy') {
    const chainId = fields.has('chainId') ? quantity('chainId') : undefined;
    return { type, ...shared, chainId, gasPrice: quantity('gasPrice') };
  }
  const accessList = fields.has('accessList')
    ? parseAccessList(fields.get('accessList'), `${path}/accessList`)
    : [];
  const typed = { ...shared, chainId: quantity('chainId'), accessList };
  if (type === 'eip2930') return { type, ...typed, gasPrice: quantity('gasPrice') };
  const maxFeePerGas = quantity('maxFeePerGas');
  const market = { ...typed, maxFeePerGas, maxPriorityFeePerGas: quantity('maxPriorityFeePerGas') };
  if (type === 'eip1559') return { type, ...market };
  const { to } = shared;
  if (!to) throw invalidField(`${path}/to`, `a transaction of type ${type} can't create a contract`);
  if (type === 'eip4844') {
    const hashes = required(fields, 'blobVersionedHashes', path);
    const blobVersionedHashes = parseWords(hashes, `${path}/blobVersionedHashes`);
    return { type, ...market, to, maxFeePerBlobGas: quantity('maxFeePerBlobGas'), blobVersionedHashes };
  }
  const list = required(fields, 'authorizationList', path);
  return { type, ...market, to, authorizationList: parseAuthorizations(list, `${path}/authorizationList`) };
}

function callOf(fields: JsonFields, path: string) {
  const nonce = parseQuantity(required(fields, 'nonce', path), MAX_NONCE, `${path}/nonce`);
  const to = fields.get('to');
  const value = fields.has('value') ? parseQuantity(fields.get('value'), MAX_UINT256, `${path}/value`) : 0n;
  return {
    nonce,
    gasLimit: gasOf(fields, path),
    to: to === undefined || to === null ? undefined : parseAddress(to, `${path}/to`),
    value,
    data: dataOf(fields, path),
  };
}

function gasOf(fields: JsonFields, path: string): bigint {
  const given = ['gas', 'gasLimit'].filter((name) => fields.has(name));
  const [gas, other] = given.map((name) => parseQuantity(fields.get(name), MAX_UINT64, `${path}/${name}`));
  if (gas === undefined) throw invalidField(`${path}/gas`, 'missing');
  if (other !== undefined && other !== gas) throw invalidField(`${path}/gasLimit`, 'differs from gas');
  return gas;
}

function dataOf(fields: JsonFields, path: string): Uint8Array {
  const given = ['data', 'input'].filter((name) => fields.has(name));
  const [data, other] = given.map((name) => parseHexText(fields.get(name), `${path}/${name}`));
  if (data && other && hexText(data) !== hexText(other)) {
    throw invalidField(`${path}/input`, 'differs from data');
  }
  return data ?? new Uint8Array();
}

function assertFrom(fields: JsonFields, wallet: { readonly address: string }, path: string): void {
  if (!fields.has('from')) return;
  const from = parseAddress(fields.get('from'), `${path}/from`);
  if (hexText(from) !== wallet.address.toLowerCase()) {
    throw invalidField(`${path}/from`, 'is not the address of this wallet');
  }
}

/**
 * The named type, otherwise the one that the fields imply. Without a chain id, only a transaction of type
 * `legacy` is signed.
 */
function typeOf(fields: JsonFields, path: string): EthTransactionType {
  if (fields.has('type')) return namedType(fields.get('type'), path);
  if (fields.has('authorizationList')) return 'eip7702';
  if (fields.has('blobVersionedHashes') || fields.has('maxFeePerBlobGas')) return 'eip4844';
  if (fields.has('maxFeePerGas') || fields.has('maxPriorityFeePerGas')) return 'eip1559';
  if (!fields.has('gasPrice'))
    throw invalidField(`${path}/type`, 'missing, and no fee tells which type is meant');
  if (fields.has('accessList')) return 'eip2930';
  if (!fields.has('chainId')) {
    throw invalidField(`${path}/chainId`, 'missing; use type legacy to sign for every chain');
  }
  return 'legacy';
}

function namedType(type: unknown, path: string): EthTransactionType {
  const named = typeNames.find((name, number) => type === name || type === number || type === `0x${number}`);
  if (!named) {
    const names = typeNames.map((name, number) => `${name} (0x${number})`).join(', ');
    throw invalidField(`${path}/type`, `must be one of ${names}`);
  }
  return named;
}

function assertFieldsOfType(fields: JsonFields, type: EthTransactionType, path: string): void {
  for (const name of fields.keys()) {
    if (fieldsOfType[type].includes(name)) continue;
    const known = typeNames.some((other) => fieldsOfType[other].includes(name));
    const reason = known ? `does not belong to a transaction of type ${type}` : 'unknown field';
    throw invalidField(`${path}/${pointerToken(name)}`, reason);
  }
}

function required(fields: JsonFields, name: string, path: string): unknown {
  if (!fields.has(name)) throw invalidField(`${path}/${name}`, 'missing');
  return fields.get(name);
}
