import { Signature, Transaction, TypedDataEncoder, type TransactionLike } from 'ethers';
import type { Way } from './pair-table.js';
import type { permit } from './permit.js';

export const bareHash = (hash: string, name = 'bare hash'): Way => ({
  name,
  operation: 'data',
  body: { raw_data_hash: hash },
  always: 'policy.raw-hash-refused',
});

/** As object, as bytes, and by hash: with each of them and alone. `theirs`: the same for ethers. */
export function waysToSend(name: string, payload: object, theirs: TransactionLike = payload): readonly Way[] {
  const { unsignedSerialized, unsignedHash } = Transaction.from(theirs);
  const withHash = (given: unknown) => ({ raw_data_hash: unsignedHash, payload: given });
  return [
    { name: `${name}, object`, operation: 'transaction', body: { payload } },
    { name: `${name}, bytes`, operation: 'transaction', body: { payload: unsignedSerialized } },
    { name: `${name}, hash and object`, operation: 'data', body: withHash(payload) },
    { name: `${name}, hash and bytes`, operation: 'data', body: withHash(unsignedSerialized) },
    bareHash(unsignedHash, `${name}, bare hash`),
  ];
}

const word = (digit: string): string => `0x${digit.padStart(64, '0')}`;
const prices = { maxFeePerGas: 3e9, maxPriorityFeePerGas: 1e9 };
const delegation = { chainId: 31337, address: '0x5555555555555555555555555555555555555555', nonce: 3 };
const signature = { r: word('1'), s: word('1'), yParity: 0 } as const;

const theirDelegation = {
  ...delegation,
  chainId: BigInt(delegation.chainId),
  nonce: BigInt(delegation.nonce),
  signature: Signature.from(signature),
};

/** In a transaction of each type. */
export function everyTypeOf(content: TransactionLike): readonly Way[] {
  const whole = { chainId: 31337, nonce: 0, gasLimit: 50_000, ...content };
  const blobs = { maxFeePerBlobGas: 1, blobVersionedHashes: [`0x01${'11'.repeat(31)}`] };
  const delegating = { ...whole, type: 4, ...prices };
  return [
    ...waysToSend('legacy', { ...whole, type: 0, gasPrice: 3e9 }),
    ...waysToSend('EIP-2930', { ...whole, type: 1, gasPrice: 3e9 }),
    ...waysToSend('EIP-1559', { ...whole, type: 2, ...prices }),
    ...waysToSend('EIP-4844', { ...whole, type: 3, ...prices, ...blobs }),
    ...waysToSend(
      'EIP-7702',
      { ...delegating, authorizationList: [{ ...delegation, ...signature }] },
      { ...delegating, authorizationList: [theirDelegation] },
    ),
  ];
}

export function waysToPermit(data: typeof permit): readonly Way[] {
  const hash = TypedDataEncoder.hash(data.domain, { Permit: data.types.Permit }, data.message);
  const asText = JSON.stringify(data);
  const inLowerCase = asText.replace(data.message.spender, data.message.spender.toLowerCase());
  return [
    { name: 'as text', operation: 'typed_data', body: { typed_data: asText } },
    { name: 'in lower case', operation: 'typed_data', body: { typed_data: inLowerCase } },
    ...(['v3', 'v4'] as const).flatMap((version) => [
      { name: version, operation: 'typed_data', body: { typed_data: data, version } },
      {
        name: `${version} with its hash`,
        operation: 'data',
        body: { raw_data_hash: hash, typed_data: data, version },
      },
    ]),
    bareHash(hash),
  ];
}

const zkStackFields =
  'uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,' +
  'uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,' +
  'uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput';

/** A transaction that is typed data (0x71). */
export function waysToSendOnZkStack(from: string, to: string, value: string): readonly Way[] {
  const Transaction = zkStackFields.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { name, type };
  });
  const domain = { name: 'zkSync', version: '2', chainId: 324 };
  const parties = { from: BigInt(from).toString(), to: BigInt(to).toString(), paymaster: '0' };
  const fees = { gasLimit: 1, gasPerPubdataByteLimit: 50_000, maxFeePerGas: 1, maxPriorityFeePerGas: 0 };
  const content = { nonce: 0, value, data: '0x', factoryDeps: [], paymasterInput: '0x' };
  const message = { txType: 113, ...parties, ...fees, ...content };
  const typed_data = { types: { Transaction }, primaryType: 'Transaction', domain, message };
  const hash = TypedDataEncoder.hash(domain, { Transaction }, message);
  return [
    { name: 'object', operation: 'typed_data', body: { typed_data } },
    { name: 'as text', operation: 'typed_data', body: { typed_data: JSON.stringify(typed_data) } },
    { name: 'with its hash', operation: 'data', body: { raw_data_hash: hash, typed_data } },
    bareHash(hash),
  ];
}
