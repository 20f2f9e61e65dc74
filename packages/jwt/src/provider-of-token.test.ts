import fc from 'fast-check';
import { audienceClaims, audienceMatches, type TokenSettings } from '@wallet-service/signer-protocol';
import { providersOf } from './provider-of-token.js';
import { TokenRuleBroken } from './token-refusal.js';

const issuer = 'https://id.example.com';
const names = ['us', 'other', 'US', 'us '];
const types = ['absent', 'JWT', 'at+jwt', 'application/x+jwt'];
const claims = fc.record(
  {
    aud: fc.oneof(
      fc.constantFrom(...names),
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
    ),
    azp: fc.constantFrom<unknown>(...names, ['us'], 7, null),
    client_id: fc.constantFrom<unknown>(...names, ['us'], 7, null),
  },
  { requiredKeys: [] },
);
const settings = fc.record<TokenSettings>({
  audienceMatch: fc.constantFrom(...audienceMatches),
  audienceClaim: fc.constantFrom(...audienceClaims),
  tokenTypes: fc.subarray(types, { minLength: 1 }),
});
const type = fc.constantFrom(undefined, 'jwt', 'application/JWT', 'AT+JWT', 'x+jwt', 'absent', 'y', '');

/** The rule once more, in the words of docs/providers.md. */
function isTaken(given: Record<string, unknown>, typ: string | undefined, of: TokenSettings): boolean {
  const bare = (text: string) => text.toLowerCase().replace('application/', '');
  const known = of.tokenTypes.map(bare);
  if (typ === undefined ? !known.includes('absent') : typ === 'absent' || !known.includes(bare(typ)))
    return false;
  const aud = 'aud' in given ? [given['aud']].flat() : undefined;
  if (aud && !aud.includes('us')) return false;
  if (aud && of.audienceMatch === 'exact' && aud.length > 1) return false;
  return of.audienceClaim === 'aud' ? aud !== undefined : given[of.audienceClaim] === 'us';
}

it('decides as the documentation says, for any claims and settings', () => {
  fc.assert(
    fc.property(claims, type, fc.array(settings, { minLength: 1, maxLength: 3 }), (given, typ, several) => {
      const providers = several.map((tokenSettings) => ({ issuer, audience: 'us', tokenSettings }));
      const expected = providers.filter(({ tokenSettings }) => isTaken(given, typ, tokenSettings));
      const decide = () => providersOf({ issuer, type: typ, claims: given }, providers);
      if (expected.length > 0) expect(decide()).toEqual(expected);
      else expect(decide).toThrow(TokenRuleBroken);
    }),
    { numRuns: 3000, seed: 20_261_122 },
  );
});

it('says nothing that ends its quotes, a header or a line, whatever the token has', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 3000 });
  fc.assert(
    fc.property(
      anything,
      anything,
      anything,
      fc.array(anything, { minLength: 1, maxLength: 20 }),
      (iss, typ, azp, aud) => {
        const providers = [{ issuer, audience: 'us' }];
        const filled = aud.map((text) => `x${text}`);
        for (const token of [
          { issuer: iss, type: typ, claims: {} },
          { issuer, type: `!${typ}`, claims: {} },
          { issuer, type: undefined, claims: { aud: filled, azp } },
        ])
          try {
            providersOf(token, providers);
            throw new Error('it was taken');
          } catch (error) {
            if (!(error instanceof TokenRuleBroken)) throw error;
            const { rule } = error.refused;
            expect(rule).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,1000}$/);
            expect(rule.split("'").length % 2).toBe(1);
          }
      },
    ),
    { numRuns: 500, seed: 20_261_122 },
  );
});
