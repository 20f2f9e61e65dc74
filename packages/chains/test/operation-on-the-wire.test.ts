import type { AppError } from '@wallet-service/errors';
import { definitions } from '../../grpc/src/index.js';
import type { Operation } from '../src/operation.js';
import { operationFromWire, operationToWire } from '../src/operation-on-the-wire.js';
import { refusal } from './refusal.js';
import { requestedFromWire, requestedToWire } from '../src/requested-on-the-wire.js';
import type { RequestedOperation } from '../src/requested-operation.js';

const { requestDeserialize, requestSerialize } = definitions.policy.methods.Evaluate;
const sign = definitions.wallet.methods.Sign;

/** Through the real codecs, as it travels. */
function travel(operation: Operation): Operation {
  const evaluate = definitions.policy.methods.Evaluate.requestDeserialize(
    requestSerialize({ operation: operationToWire(operation) }),
  ) as { operation: Parameters<typeof operationFromWire>[0] };
  return operationFromWire(evaluate.operation);
}

it.each<[Operation]>([
  [{ kind: 'raw_hash', hash: Buffer.alloc(32, 1) }],
  [{ kind: 'message', message: Buffer.from('hello'), format: 'bip322' }],
  [{ kind: 'message', message: Buffer.alloc(0), format: 'eip191' }],
  [
    {
      kind: 'eip7702_authorization',
      chainId: 2n ** 256n - 1n,
      address: Buffer.alloc(20, 2),
      nonce: 2n ** 64n - 1n,
    },
  ],
  [{ kind: 'eip7702_authorization', chainId: 0n, address: Buffer.alloc(20, 2), nonce: 0n }],
  [{ kind: 'transaction', unsigned: Buffer.from('02', 'hex') }],
  [{ kind: 'typed_data', version: 'v4', json: '{}' }],
  [{ kind: 'export_private_key', recipientPublicKey: Buffer.alloc(32, 3) }],
])('%j arrives as it was sent', (operation) => {
  expect(travel(operation)).toEqual(operation);
});

it.each([
  ['nothing', {}],
  ['a message without a format', { message: { message: Buffer.from('x') } }],
  ['an authorization without a chain', { eip7702Authorization: { address: Buffer.alloc(20), nonce: '0' } }],
  ['a negative nonce', { eip7702Authorization: { chainId: '1', address: Buffer.alloc(20), nonce: '-1' } }],
  [
    'a hexadecimal chain',
    { eip7702Authorization: { chainId: '0x1', address: Buffer.alloc(20), nonce: '0' } },
  ],
  ['typed data without a version', { typedData: { json: '{}' } }],
  [
    'a hash and a transaction',
    { rawHash: { hash: Buffer.alloc(32) }, transaction: { unsigned: Buffer.alloc(1) } },
  ],
])('%s is refused', (_, operation) => {
  const request = requestDeserialize(requestSerialize({ operation }));
  const { operation: wire } = request as { operation: Parameters<typeof operationFromWire>[0] };
  let code: unknown;
  try {
    operationFromWire(wire);
  } catch (error) {
    code = (error as AppError).code;
  }
  expect(code).toBe('request.invalid');
});

type Wire = { operation: Parameters<typeof requestedFromWire>[0] };
const requestedOf = (operation: object) =>
  requestedFromWire((sign.requestDeserialize(sign.requestSerialize({ operation })) as Wire).operation);
const hash = Buffer.alloc(32, 1);
const typedData = { kind: 'typed_data', version: 'v1', json: '[]' } as const;

it.each<[RequestedOperation]>([
  [{ kind: 'raw_hash', hash }],
  [{ kind: 'raw_hash', hash, preimage: { kind: 'transaction', payload: { nonce: 1 } } }],
  [{ kind: 'raw_hash', hash, preimage: { kind: 'transaction', payload: '' } }],
  [{ kind: 'raw_hash', hash, preimage: typedData }],
  [{ kind: 'message', message: Buffer.from('hello') }],
  [{ kind: 'message', message: Buffer.alloc(0), format: 'bip322' }],
  [{ kind: 'transaction', payload: '0x02' }],
  [{ kind: 'transaction', payload: '' }],
  [{ kind: 'transaction', payload: { value: '1', accessList: [] } }],
  [typedData],
  [{ kind: 'eip7702_authorization', chainId: 0n, address: Buffer.alloc(20, 2), nonce: 0n }],
  [{ kind: 'export_private_key', recipientPublicKey: Buffer.alloc(32, 3) }],
])('%j arrives as it was requested', (requested) => {
  expect(requestedOf(requestedToWire(requested))).toEqual(requested);
});

it.each([
  ['nothing', {}],
  ['a format that does not exist', { message: { message: Buffer.alloc(1), format: 'rot13' } }],
  ['a format without a name', { message: { message: Buffer.alloc(1), format: '' } }],
  ['a transaction that is not JSON', { transaction: { json: '{' } }],
  ['typed data without a version', { typedData: { json: '{}' } }],
  ['a hash of typed data without a version', { rawHash: { hash, typedData: { json: '{}' } } }],
  ['a transaction in two forms', { transaction: { text: '0x02', json: '{}' } }],
  [
    'a hash of two things',
    { rawHash: { hash, transaction: { text: '0x02' }, typedData: { version: 'v4', json: '{}' } } },
  ],
  ['a hash and a message', { rawHash: { hash }, message: { message: Buffer.alloc(1) } }],
])('%s is refused, because nobody may ask for it', (_, operation) => {
  expect(refusal(() => requestedOf(operation)).code).toBe('request.invalid');
});
