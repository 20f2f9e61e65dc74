import { utf8ToBytes } from '@noble/hashes/utils.js';
import { refusal } from '../../test/refusal.js';
import { testWallet } from '../../test/wallets.js';
import { decodeOperation, planSigning } from '../read-operation.js';
import type { Message } from '../operation.js';

const wallet = testWallet('SOL', new Uint8Array(32).fill(0x31));
const key = wallet.publicKey;
const other = new Uint8Array(32).fill(7);
const message = (bytes: Iterable<number>): Message => ({
  kind: 'message',
  message: Uint8Array.from(bytes),
  format: 'raw',
});
/** A legacy message without instructions: the wallet pays a fee and nothing happens. */
const transaction = [1, 0, 0, 1, ...key, ...other, 0];

describe('a message on SOL', () => {
  it('that is the message of a transaction is decoded as a transaction', () => {
    expect(decodeOperation(wallet, message(transaction))).toMatchObject({
      kind: 'solana_transaction',
      transaction: { feePayer: wallet.address },
    });
  });

  it('that is a whole transaction is decoded as a transaction', () => {
    expect(decodeOperation(wallet, message([1, ...new Uint8Array(64), ...transaction])).kind).toBe(
      'solana_transaction',
    );
  });

  it.each([
    ['an extra byte', [...transaction, 0]],
    ['its truncated end', transaction.slice(0, -1)],
    ['a later version', [0x81, ...transaction]],
    ['version 0 and its truncated end', [0x80, ...transaction]],
    ['a length in a longer form', [1, 0, 0, 0x81, 0, ...transaction.slice(4)]],
    ['the wallet as second signer', [2, 0, 0, 2, ...other, ...key, ...other, 0, 0]],
  ])('that would be a transaction but for %s is refused', (_, bytes) => {
    expect(refusal(() => planSigning(wallet, message(bytes)))).toEqual({
      code: 'request.invalid',
      path: '/message_base64',
    });
  });

  it.each([
    ['text', utf8ToBytes('Sign in to example.com')],
    ['text beyond ASCII', utf8ToBytes('Übertrag 漢字 \u{1f600}')],
    ['nothing', []],
    ['random bytes', new Uint8Array(200).fill(3)],
    ["only the wallet's key", key],
    ["the wallet's key after a name", [...utf8ToBytes('example.com: '), ...key]],
    ['an off-chain message', [0xff, ...utf8ToBytes('solana offchain'), 0, 0, 5, 0, ...utf8ToBytes('hello')]],
  ])('that is %s is signed unchanged', (_, bytes) => {
    const operation = message(bytes);
    expect(planSigning(wallet, operation).payloads).toEqual([operation.message]);
    expect(decodeOperation(wallet, operation)).toBe(operation);
  });

  it('that can be read both as a message and as a transaction is refused, and so is such a transaction', () => {
    const bytes = ambiguous();
    const both = 'can be read both as a transaction and as a message';
    expect(() => planSigning(wallet, message(bytes))).toThrow(`/message_base64: ${both}`);
    expect(() => planSigning(wallet, { kind: 'transaction', unsigned: bytes })).toThrow(`/payload: ${both}`);
  });
});

/**
 * As a message: one signer, two accounts and an instruction. As a transaction: one signature, which begins in the first
 * account, and from byte 65 on, in the middle of the second account, a message that ends where the instruction of the
 * first ends.
 */
function ambiguous(): Uint8Array {
  const filler = (length: number): number[] => new Array<number>(length).fill(7);
  const inner = [1, 0, 0, 2, ...filler(31), 1, 1, 0, 62, ...filler(29), ...filler(32), 0];
  return Uint8Array.from([1, 0, 0, 2, ...key, ...filler(29), ...inner]);
}
