import { decidedClaims } from './decided-claims.js';
import type { DecidedRequest } from './request-seal.js';

const asked = (claims: string, subject = 'alice'): DecidedRequest => ({
  ...{ chain: 'ETH', network: 'EVM', publicKey: new Uint8Array(33), issuer: 'https://issuer.example' },
  ...{ subject, claims, operation: { kind: 'raw_hash', hash: new Uint8Array(32) } },
});
const owner = { iss: 'https://issuer.example', sub: 'alice' };

it('has the owner, and the claims that were kept', () => {
  const claims = '{"aud":"app","iss":"https://other.example","sub":"bob"}';
  expect(JSON.parse(decidedClaims(asked(claims)))).toEqual({ aud: 'app', ...owner });
});

it.each(['', 'nonsense', '[1]', 'null', '"text"'])(
  'has the owner alone where the claims are %j',
  (claims) => {
    expect(JSON.parse(decidedClaims(asked(claims)))).toEqual(owner);
  },
);

it('is empty for what cannot be read, and for decisions of older releases', () => {
  expect(decidedClaims('unreadable')).toBe('');
  expect(decidedClaims(asked('', ''))).toBe('');
});
