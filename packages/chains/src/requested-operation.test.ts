import { chains, type Chain } from '@wallet-service/addresses';
import { keccak256, serializeTransaction, type Hex } from 'viem';
import { refusal } from '../test/refusal.js';
import { testWallet } from '../test/wallets.js';
import { planSigning } from './read-operation.js';
import { assertHashOf, resolveOperation, type RequestedOperation } from './requested-operation.js';

const to = `0x${'11'.repeat(20)}` as const;
const from = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const payload = {
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to,
  gas: '0x5208',
  maxFeePerGas: 2,
  maxPriorityFeePerGas: '1',
};
const fees = { gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
const serialized = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 7, to, ...fees });
const bytes = (hex: Hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
const hash = bytes(keccak256(serialized));
const resolve = (chain: Chain, requested: RequestedOperation) =>
  resolveOperation({ chain, field: '/wallet_id' }, requested);
const transaction = (given: unknown): RequestedOperation => ({ kind: 'transaction', payload: given });
const unsigned = (given: Uint8Array) => ({ kind: 'transaction', unsigned: given });

describe('what a request means on a chain', () => {
  it.each([
    ['an object', payload, ''],
    ['an object that names its sender', { ...payload, from }, from.toLowerCase()],
    ['the unsigned bytes in hex', serialized, ''],
  ])("ETH: %s is the same transaction as viem's", (_, given, sender) => {
    const operation = { kind: 'transaction', unsigned: bytes(serialized) };
    expect(resolve('ETH', transaction(given))).toEqual({ operation, sender, hash: undefined });
  });

  it.each<Chain>(['SOL', 'BTC'])('%s: a transaction is base64', (chain) => {
    const { operation } = resolve(chain, transaction('AQID'));
    expect(operation).toEqual(unsigned(Buffer.from([1, 2, 3])));
  });

  it.each<[Chain, string]>([
    ['ETH', 'eip191'],
    ['SOL', 'raw'],
    ['BTC', 'bip137'],
  ])('%s: a message without a format is %s', (chain, format) => {
    const message = Uint8Array.of(1);
    expect(resolve(chain, { kind: 'message', message }).operation).toEqual({
      kind: 'message',
      message,
      format,
    });
  });

  it('BTC: a format can be named', () => {
    const asked = { kind: 'message', message: Uint8Array.of(), format: 'bip322' } as const;
    expect(resolve('BTC', asked).operation).toEqual(asked);
  });

  it('a hash that comes with its source is replaced by the source', () => {
    const preimage = { kind: 'transaction', payload } as const;
    const resolved = resolve('ETH', { kind: 'raw_hash', hash, preimage });
    expect(resolved).toEqual({ operation: unsigned(bytes(serialized)), sender: '', hash });
    const { payloads } = planSigning(testWallet('ETH', new Uint8Array(32).fill(1)), resolved.operation);
    expect(() => {
      assertHashOf(hash, payloads);
    }).not.toThrow();
    for (const other of [hash.slice(1), new Uint8Array(32)])
      expect(
        refusal(() => {
          assertHashOf(other, payloads);
        }),
      ).toEqual({ code: 'request.invalid', path: '/raw_data_hash' });
  });

  it.each(chains.filter((chain) => chain !== 'ETH'))(
    '%s: refuses what only Ethereum has, and names the field of the wallet',
    (chain) => {
      const ofEthereum: RequestedOperation[] = [
        { kind: 'raw_hash', hash },
        { kind: 'raw_hash', hash, preimage: { kind: 'transaction', payload: 'AQID' } },
        { kind: 'eip7702_authorization', chainId: 1n, address: new Uint8Array(20), nonce: 0n },
        { kind: 'typed_data', version: 'v4', json: '{}' },
      ];
      for (const requested of ofEthereum)
        expect(refusal(() => resolve(chain, requested))).toEqual({
          code: 'chain.operation-unsupported',
          path: '/wallet_id',
        });
    },
  );

  it.each<[Chain, RequestedOperation, string]>([
    ['ETH', { kind: 'message', message: Uint8Array.of(), format: 'bip322' }, '/format'],
    ['SOL', { kind: 'message', message: Uint8Array.of(), format: 'bip137' }, '/format'],
    ['ETH', transaction(undefined), '/payload'],
    ['ETH', transaction('AQID'), '/payload'],
    ['ETH', transaction('0x02zz'), '/payload'],
    ['ETH', transaction([payload]), '/payload'],
    ['ETH', transaction({ ...payload, from: 7 }), '/payload/from'],
    ['ETH', transaction({ ...payload, from: '0x1' }), '/payload/from'],
    ['ETH', transaction({ ...payload, gass: 1 }), '/payload/gass'],
    ['ETH', transaction({ ...payload, nonce: -1 }), '/payload/nonce'],
    ['SOL', transaction(payload), '/payload'],
    ['BTC', transaction('AQI'), '/payload'],
    ['BTC', transaction('AQI-'), '/payload'],
    ['BTC', transaction(Buffer.alloc(98_305).toString('base64')), '/payload'],
  ])('%s: a request is refused at its field: %j', (chain, requested, path) => {
    expect(refusal(() => resolve(chain, requested))).toEqual({ code: 'request.invalid', path });
  });
});
