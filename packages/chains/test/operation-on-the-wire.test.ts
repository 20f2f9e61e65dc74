import type { AppError } from '@wallet-service/errors';
import { definitions } from '../../grpc/src/index.js';
import type { Operation } from '../src/operation.js';
import { operationFromWire, operationToWire } from '../src/operation-on-the-wire.js';

const { requestSerialize } = definitions.policy.methods.Evaluate;
const { requestDeserialize } = definitions.wallet.methods.Sign;

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
  ['a message of no format', { message: { message: Buffer.from('x') } }],
  ['an authorization without a chain', { eip7702Authorization: { address: Buffer.alloc(20), nonce: '0' } }],
  ['a negative nonce', { eip7702Authorization: { chainId: '1', address: Buffer.alloc(20), nonce: '-1' } }],
  [
    'a hexadecimal chain',
    { eip7702Authorization: { chainId: '0x1', address: Buffer.alloc(20), nonce: '0' } },
  ],
  ['typed data of no version', { typedData: { json: '{}' } }],
  [
    'a hash and a transaction',
    { rawHash: { hash: Buffer.alloc(32) }, transaction: { unsigned: Buffer.alloc(1) } },
  ],
])('%s is refused', (_, operation) => {
  const request = requestDeserialize(definitions.wallet.methods.Sign.requestSerialize({ operation }));
  const { operation: wire } = request as { operation: Parameters<typeof operationFromWire>[0] };
  let code: unknown;
  try {
    operationFromWire(wire);
  } catch (error) {
    code = (error as AppError).code;
  }
  expect(code).toBe('request.invalid');
});
