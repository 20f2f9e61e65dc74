import { VerifiedTokens } from './verified-tokens.js';
import type { VerifiedUserToken } from './verify-user-token.js';

const token = (byte: number): VerifiedUserToken =>
  ({
    tokenHash: new Uint8Array(32).fill(byte),
    issuedAt: 1000,
    notBefore: 0,
    expiresAt: 1300,
  }) as VerifiedUserToken;
const hash = (byte: number): Uint8Array => token(byte).tokenHash;

describe('VerifiedTokens', () => {
  it('recalls a token as long as it has not expired', () => {
    const tokens = new VerifiedTokens(new Map());
    tokens.remember(token(1), 'trust');
    expect(tokens.recall(hash(1), 'trust', 1309)).toEqual(token(1));
    expect(tokens.recall(hash(2), 'trust', 1100)).toBeUndefined();
    expect(tokens.recall(hash(1), 'trust', 1310)).toBeUndefined();
    // It is gone for good: a clock that is set back does not revive it.
    expect(tokens.recall(hash(1), 'trust', 1100)).toBeUndefined();
  });

  it('does not recall a token when the clock was set back to before its iat', () => {
    const tokens = new VerifiedTokens(new Map());
    tokens.remember(token(1), 'trust');
    expect(tokens.recall(hash(1), 'trust', 900)).toBeUndefined();
  });

  it('recalls nothing that was verified under other trusted data', () => {
    const tokens = new VerifiedTokens(new Map());
    tokens.remember(token(1), 'revision 1');
    expect(tokens.recall(hash(1), 'revision 2', 1100)).toBeUndefined();
    expect(tokens.recall(hash(1), 'revision 1', 1100)).toBeUndefined();
  });
});
