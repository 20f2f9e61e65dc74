import { chainTable, parseEthAddress, type Chain } from '@wallet-service/addresses';
import {
  messageFormatsOf,
  parseEthTransactionPayload,
  planSigning,
  type MessageFormat,
  type Operation,
  type TypedDataVersion,
} from '@wallet-service/chains';
import { AppError, invalidField } from '@wallet-service/errors';
import { bytesOfBase64, bytesOfHex, maxMessageBytes } from './field.js';

/** The chain to sign for, and where the request names it. */
export type Target = { readonly chain: Chain; readonly field: string };

const maxTransactionBytes = 98_304;

export function hashOperation(target: Target, hash: string): Operation {
  assertEthereum(target, 'a bare Keccak-256 hash');
  return { kind: 'raw_hash', hash: bytesOfHex(hash) };
}

/** `format` can be named on a chain that has more than one. */
export function messageOperation(
  { chain }: Target,
  base64: string,
  format: MessageFormat | undefined,
): Operation {
  const message = bytesOfBase64(base64, '/message_base64', maxMessageBytes);
  const [usual, ...others] = messageFormatsOf(chain);
  if (format !== undefined && others.length === 0) throw invalidField('/format', 'is for BTC alone');
  return { kind: 'message', message, format: format ?? usual };
}

export type Authorization = { readonly chain_id: number; readonly address: string; readonly nonce: number };

export function authorizationOperation(
  target: Target,
  { chain_id, address, nonce }: Authorization,
  path = '',
): Operation {
  assertEthereum(target, 'an EIP-7702 authorization');
  const contract = parseEthAddress(address, `${path}/address`);
  return {
    kind: 'eip7702_authorization',
    chainId: BigInt(chain_id),
    address: contract,
    nonce: BigInt(nonce),
  };
}

/**
 * ETH: an object with the names of JSON-RPC, or the unsigned transaction in hex. SOL: transaction or message,
 * BTC: PSBT, both in base64.
 */
export function transactionOperation({ chain }: Target, payload: unknown): Operation {
  if (chainTable[chain].evm) {
    const { unsigned } = parseEthTransactionPayload(payload, { address: senderOf(payload) });
    return { kind: 'transaction', unsigned };
  }
  if (typeof payload !== 'string') throw invalidField('/payload', 'must be base64');
  return { kind: 'transaction', unsigned: bytesOfBase64(payload, '/payload', maxTransactionBytes) };
}

/**
 * `from` of an Ethereum transaction; empty when it is not given. Whether it is the wallet's address only the
 * wallet service can say.
 */
export function senderOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('from' in payload)) return '';
  const { from } = payload;
  if (typeof from !== 'string') throw invalidField('/payload/from', 'must be an address');
  return `0x${Buffer.from(parseEthAddress(from, '/payload/from')).toString('hex')}`;
}

/** The JSON of `eth_signTypedData`, parsed or as text. */
export function typedDataOperation(
  target: Target,
  typedData: unknown,
  version: TypedDataVersion = 'v4',
): Operation {
  assertEthereum(target, 'typed data (EIP-712)');
  const json = typeof typedData === 'string' ? typedData : JSON.stringify(typedData);
  return { kind: 'typed_data', version, json };
}

/** Refuses a hash that is not the one of what it is said to stand for. ETH only. */
export function assertHashOf(operation: Operation, hash: string): void {
  const wallet = { chain: 'ETH', network: '', publicKey: new Uint8Array(33), address: '' } as const;
  const [digest] = planSigning(wallet, operation).payloads;
  if (digest && bytesOfHex(hash).equals(digest)) return;
  throw invalidField('/raw_data_hash', 'is not the hash of what is given with it');
}

function assertEthereum({ chain, field }: Target, what: string): void {
  if (chainTable[chain].evm) return;
  throw new AppError('chain.operation-unsupported', `${what} makes sense for ETH alone, not for ${chain}`, {
    fields: [{ path: field, message: 'must be ETH for this operation' }],
  });
}
