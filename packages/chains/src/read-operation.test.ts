import { Transaction } from '@scure/btc-signer';
import type { Chain } from '@wallet-service/addresses';
import { psbtOf, unsigned } from '../test/psbts.js';
import { refusal } from '../test/refusal.js';
import { testWallet } from '../test/wallets.js';
import type { MessageFormat, Operation } from './operation.js';
import { planSigning, readOperation } from './read-operation.js';

const secret = new Uint8Array(32).fill(1);
const message = (format: MessageFormat): Operation => ({
  kind: 'message',
  message: Uint8Array.of(1),
  format,
});
const hash: Operation = { kind: 'raw_hash', hash: new Uint8Array(32) };
const delegation: Operation = {
  kind: 'eip7702_authorization',
  chainId: 1n,
  address: new Uint8Array(20),
  nonce: 0n,
};
const typedData: Operation = { kind: 'typed_data', version: 'v4', json: '{}' };

describe('planSigning', () => {
  it.each<[Chain, string, Operation]>([
    ['SOL', 'a bare hash', hash],
    ['BTC', 'a bare hash', hash],
    ['SOL', 'an EIP-7702 authorization', delegation],
    ['BTC', 'an EIP-7702 authorization', delegation],
    ['SOL', 'typed data', typedData],
    ['BTC', 'typed data', typedData],
    ['ETH', 'a raw message', message('raw')],
    ['ETH', 'a BIP-137 message', message('bip137')],
    ['ETH', 'a BIP-322 message', message('bip322')],
    ['SOL', 'an EIP-191 message', message('eip191')],
    ['SOL', 'a BIP-137 message', message('bip137')],
    ['SOL', 'a BIP-322 message', message('bip322')],
    ['BTC', 'a raw message', message('raw')],
    ['BTC', 'an EIP-191 message', message('eip191')],
  ])('refuses for %s %s', (chain, _, operation) => {
    const { code } = refusal(() => planSigning(testWallet(chain, secret), operation));
    expect(code).toBe('chain.operation-unsupported');
  });

  it.each([0, 20, 31, 33, 64])('refuses a hash of %d bytes', (length) => {
    const operation: Operation = { kind: 'raw_hash', hash: new Uint8Array(length) };
    const expected = { code: 'request.invalid', path: '/raw_data_hash' };
    expect(refusal(() => planSigning(testWallet('ETH', secret), operation))).toEqual(expected);
  });
});

describe('planSigning of an export', () => {
  const export_ = (bytes: number): Operation => ({
    kind: 'export_private_key',
    recipientPublicKey: new Uint8Array(bytes).fill(9),
  });

  it.each<Chain>(['ETH', 'SOL', 'BTC'])(
    'names the recipient on %s, in bytes that ECDSA never signs',
    (chain) => {
      const { payloads } = planSigning(testWallet(chain, secret), export_(32));
      expect(payloads).toHaveLength(1);
      expect(payloads[0]?.length).not.toBe(32);
      expect(Buffer.from(payloads[0] ?? []).includes(Buffer.alloc(32, 9))).toBe(true);
    },
  );

  it.each([0, 31, 33])('refuses a recipient key of %i bytes', (bytes) => {
    expect(refusal(() => planSigning(testWallet('ETH', secret), export_(bytes)))).toMatchObject({
      code: 'request.invalid',
    });
  });
});

describe('an operation that was read', () => {
  const wallet = testWallet('BTC', secret);
  const signature = { signature: new Uint8Array(64).fill(1), recoveryId: 0 };

  it('is not parsed again for its meaning and its answer', () => {
    const other = testWallet('BTC', new Uint8Array(32).fill(2));
    const psbt = unsigned(psbtOf([{ owner: wallet, amount: 9n }], [{ address: other.address, amount: 8n }]));
    const parse = Transaction.fromPSBT.bind(Transaction);
    let parsed = 0;
    Transaction.fromPSBT = (...given) => {
      parsed += 1;
      return parse(...given);
    };
    const { plan, decode, answer } = readOperation(wallet, psbt);
    expect(decode()).toMatchObject({ kind: 'bitcoin_transaction' });
    const signatures = plan.payloads.map(() => signature);
    // A second signer may be asked. There is an answer for each set of signatures.
    expect(answer(signatures)).toEqual(answer(signatures));
    expect(answer(signatures)).toMatchObject({ kind: 'transaction' });
    Transaction.fromPSBT = parse;
    expect(parsed).toBe(1);
  });

  it.each<[Chain, Operation, string]>([
    ['ETH', hash, 'hash'],
    ['ETH', message('eip191'), 'message'],
    ['SOL', message('raw'), 'message'],
    ['BTC', message('bip322'), 'message'],
    ['ETH', delegation, 'authorization'],
  ])('%s: is answered by its kind: %j', (chain, operation, kind) => {
    const { answer } = readOperation(testWallet(chain, secret), operation);
    expect(answer([signature])).toMatchObject({ kind });
    for (const none of [[], [signature, signature]])
      expect(refusal(() => answer(none)).code).toBe('internal');
  });

  it('has no answer when it is an export', () => {
    const operation: Operation = { kind: 'export_private_key', recipientPublicKey: new Uint8Array(32) };
    const { answer } = readOperation(testWallet('ETH', secret), operation);
    expect(refusal(() => answer([signature])).code).toBe('internal');
  });
});
