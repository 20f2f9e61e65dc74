import { refusal } from '../test/refusal.js';
import { testWallet } from '../test/wallets.js';
import { assembleAuthorization, assembleHash, assembleMessage } from './assemble.js';
import type { Message, RawSignature } from './operation.js';

const secret = new Uint8Array(32).fill(1);
const signature = Uint8Array.from({ length: 64 }, (_, i) => (i < 32 ? 1 : 2));
const bip137: Message = { kind: 'message', message: new Uint8Array(), format: 'bip137' };

describe('the answer', () => {
  it.each([0, 1])(
    'for a hash with recovery id %d contains v within the signature and separately',
    (recoveryId) => {
      expect(assembleHash(new Uint8Array(32), { signature, recoveryId })).toEqual({
        message_hash: `0x${'00'.repeat(32)}`,
        signature: `0x${'01'.repeat(32)}${'02'.repeat(32)}${recoveryId === 0 ? '1b' : '1c'}`,
        r: `0x${'01'.repeat(32)}`,
        s: `0x${'02'.repeat(32)}`,
        v: String(27 + recoveryId),
      });
    },
  );

  it('for an authorization has parts in decimal and in hex of 32 bytes', () => {
    const small = new Uint8Array(64).fill(7, 31, 32).fill(9, 63, 64);
    expect(assembleAuthorization({ signature: small, recoveryId: 1 })).toEqual({
      r: '7',
      s: '9',
      y_parity: 1,
      r_hex: `0x${'7'.padStart(64, '0')}`,
      s_hex: `0x${'9'.padStart(64, '0')}`,
    });
  });

  it.each([0, 1, 2, 3])(
    'for a BIP-137 message with recovery id %d has the header of a P2WPKH address',
    (recoveryId) => {
      const answer = assembleMessage(testWallet('BTC', secret), bip137, { signature, recoveryId });
      expect(answer.signature.slice(0, 4)).toBe(`0x${(39 + recoveryId).toString(16)}`);
      expect(answer.v).toBe(String(27 + recoveryId));
    },
  );

  it.each<[string, RawSignature]>([
    ['a recovery id that Ethereum cannot express', { signature, recoveryId: 2 }],
    ['a recovery id that does not exist', { signature, recoveryId: 4 }],
    ['a signature that is too short', { signature: signature.slice(1), recoveryId: 0 }],
    ['a signature that is too long', { signature: new Uint8Array(65), recoveryId: 0 }],
  ])('is an internal fault for %s', (_, raw) => {
    expect(refusal(() => assembleHash(new Uint8Array(32), raw)).code).toBe('internal');
    expect(refusal(() => assembleAuthorization(raw)).code).toBe('internal');
  });
});
