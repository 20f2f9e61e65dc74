import { defaultTokenSettings, type TokenSettings } from '@wallet-service/signer-protocol';
import type { TokenFault } from '../src/index.js';
import { otherSubjects, printableSubjects } from './subjects.js';
import { jsonPart, signParts, signToken, type Claims, type TestKey } from './token-maker.js';

// One table for all who verify tokens: this package, the gateway and the signer's process.

export type TokenCaseKit = {
  readonly key: TestKey;
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  /** Unix seconds. */
  readonly now: number;
};

export type TokenCase = {
  readonly title: string;
  /** Of the provider; the default ones for the rest. */
  readonly settings?: Partial<TokenSettings>;
  readonly answer: 'pass' | TokenFault;
  /** What the refusal says. */
  readonly says?: RegExp;
  readonly build: (kit: TokenCaseKit) => string;
};

export const settingsOfCase = ({ settings }: TokenCase): TokenSettings => ({
  ...defaultTokenSettings,
  ...settings,
});

type Change = Claims | ((kit: TokenCaseKit) => Claims);
const of = (change: Change, kit: TokenCaseKit): Claims =>
  typeof change === 'function' ? change(kit) : change;
const token =
  (change: Change, header: Claims = {}) =>
  (kit: TokenCaseKit): string => {
    const { issuer: iss, subject: sub, audience: aud, now } = kit;
    const claims = { iss, sub, aud, iat: now, exp: now + 300, ...of(change, kit) };
    return signToken(claims, kit.key, header);
  };
const named = (name: string, header: Claims = {}) =>
  token(({ audience }) => ({ aud: undefined, [name]: audience }), header);
const ofType = (typ: unknown) => token({}, { typ });
const ofSubject = (sub: string) => token({ sub });
const subjectTitle = (sub: string) => `the subject ${JSON.stringify(sub.slice(0, 20))} of ${sub.length}`;

const exact = { audienceMatch: 'exact' } as const;
const azp = { audienceClaim: 'azp' } as const;
const clientId = { audienceClaim: 'client_id' } as const;
const onlyAccess = { tokenTypes: ['at+jwt'] } as const;

export const tokenCases: readonly TokenCase[] = [
  // aud
  { title: 'the audience as text', answer: 'pass', build: token({}) },
  {
    title: 'the audience in an array of one',
    answer: 'pass',
    build: token(({ audience }) => ({ aud: [audience] })),
  },
  {
    title: 'the audience after another',
    answer: 'pass',
    build: token(({ audience }) => ({ aud: ['https://userinfo.example', audience] })),
  },
  {
    title: 'the audience as text, where it must be the only one',
    settings: exact,
    answer: 'pass',
    build: token({}),
  },
  {
    title: 'two audiences, where it must be the only one',
    settings: exact,
    answer: 'audience',
    says: /expected aud exactly '.*'; found aud '.*', 'other'/,
    build: token(({ audience }) => ({ aud: [audience, 'other'] })),
  },
  {
    title: 'the audience twice, where it must be the only one',
    settings: exact,
    answer: 'audience',
    build: token(({ audience }) => ({ aud: [audience, audience] })),
  },
  {
    title: 'another audience',
    answer: 'audience',
    says: /found aud 'other'\. Send a token for this audience/,
    build: token({ aud: 'other' }),
  },
  {
    title: 'the audience in other letters',
    answer: 'audience',
    build: token(({ audience }) => ({ aud: audience.toUpperCase() })),
  },
  {
    title: 'the audience with more text',
    answer: 'audience',
    build: token(({ audience }) => ({ aud: `${audience} other` })),
  },
  {
    title: 'no audience',
    answer: 'audience',
    says: /found aud absent.*audience_claim/,
    build: token({ aud: undefined }),
  },
  { title: 'an empty list of audiences', answer: 'malformed', build: token({ aud: [] }) },
  {
    title: 'an audience that is an object',
    answer: 'malformed',
    build: token(({ audience }) => ({ aud: { [audience]: true } })),
  },
  {
    title: 'a nested list of audiences',
    answer: 'malformed',
    build: token(({ audience }) => ({ aud: [[audience]] })),
  },
  {
    title: 'a number among the audiences',
    answer: 'malformed',
    build: token(({ audience }) => ({ aud: [audience, 7] })),
  },
  {
    title: 'aud null',
    settings: azp,
    answer: 'malformed',
    build: token(({ audience }) => ({ aud: null, azp: audience })),
  },

  // azp and client_id
  { title: 'azp alone, where azp counts', settings: azp, answer: 'pass', build: named('azp') },
  { title: 'azp alone, where aud counts', answer: 'audience', says: /azp '.*'/, build: named('azp') },
  { title: 'azp alone, where client_id counts', settings: clientId, answer: 'audience', build: named('azp') },
  {
    title: 'client_id alone, where client_id counts',
    settings: clientId,
    answer: 'pass',
    build: named('client_id'),
  },
  { title: 'client_id alone, where aud counts', answer: 'audience', build: named('client_id') },
  {
    title: 'an id token (aud alone), where client_id counts',
    settings: clientId,
    answer: 'audience',
    says: /expected client_id '.*'; found aud/,
    build: token({}),
  },
  {
    title: 'another client in azp',
    settings: azp,
    answer: 'audience',
    build: token({ aud: undefined, azp: 'other' }),
  },
  {
    title: 'azp in an array',
    settings: azp,
    answer: 'audience',
    build: token(({ audience }) => ({ aud: undefined, azp: [audience] })),
  },
  {
    title: 'our client in azp, in a token for another audience',
    settings: azp,
    answer: 'audience',
    says: /Where a token has aud, it must name the audience too/,
    build: token(({ audience }) => ({ aud: 'https://api.other', azp: audience })),
  },
  {
    title: 'our client in client_id, in a token for another audience',
    settings: clientId,
    answer: 'audience',
    build: token(({ audience }) => ({ aud: ['https://api.other'], client_id: audience })),
  },
  {
    title: 'azp and aud with the audience, where azp counts',
    settings: azp,
    answer: 'pass',
    build: token(({ audience }) => ({ azp: audience })),
  },
  {
    title: 'azp with the audience, aud with it and another, where it must be the only one',
    settings: { ...azp, ...exact },
    answer: 'audience',
    build: token(({ audience }) => ({ azp: audience, aud: [audience, 'other'] })),
  },
  { title: 'aud for us, got by another client', answer: 'pass', build: token({ azp: 'android' }) },
  {
    title: 'aud for us, got by another client, where azp counts',
    settings: azp,
    answer: 'audience',
    build: token({ azp: 'android' }),
  },

  // typ
  ...['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'APPLICATION/JWT', 'id_token+jwt'].map(
    (typ): TokenCase => ({ title: `typ ${typ}`, answer: 'pass', build: ofType(typ) }),
  ),
  { title: 'no typ', answer: 'pass', build: ofType(undefined) },
  ...[
    'logout+jwt',
    'application/application/jwt',
    'JWT ',
    'jwt;x=1',
    'text/jwt',
    'absent',
    '',
    'id_to\u212Aen+jwt',
    'ID',
  ].map((typ): TokenCase => ({ title: `typ ${JSON.stringify(typ)}`, answer: 'type', build: ofType(typ) })),
  { title: 'typ as a number', answer: 'malformed', build: ofType(7) },
  { title: 'typ null', answer: 'malformed', build: ofType(null) },
  {
    title: 'typ JWT, where only access tokens count',
    settings: onlyAccess,
    answer: 'type',
    says: /header typ is 'JWT', and not 'at\+jwt'/,
    build: token({}),
  },
  {
    title: 'no typ, where only access tokens count',
    settings: onlyAccess,
    answer: 'type',
    says: /typ is absent/,
    build: ofType(undefined),
  },
  {
    title: 'typ at+jwt, where only access tokens count',
    settings: onlyAccess,
    answer: 'pass',
    build: ofType('application/At+Jwt'),
  },
  {
    title: 'another type that the provider names',
    settings: { tokenTypes: ['application/vc+jwt'] },
    answer: 'pass',
    build: ofType('vc+jwt'),
  },
  {
    title: 'an access token that is for another audience',
    settings: onlyAccess,
    answer: 'audience',
    build: token({ aud: 'other' }, { typ: 'at+jwt' }),
  },

  // sub
  ...printableSubjects.map((sub): TokenCase => ({
    title: subjectTitle(sub),
    answer: 'pass',
    build: ofSubject(sub),
  })),
  ...otherSubjects.map((sub): TokenCase => ({
    title: subjectTitle(sub),
    answer: 'malformed',
    says: /claim sub must be text of 1 to 255 printable characters/,
    build: ofSubject(sub),
  })),

  // size
  { title: 'a token of 16,384 bytes', answer: 'pass', build: (kit) => padded(kit, 16_384) },
  {
    title: 'a token of 16,385 bytes',
    answer: 'malformed',
    says: /at most 16384 bytes/,
    build: (kit) => padded(kit, 16_385),
  },

  // what else a refusal names
  {
    title: 'the issuer with a slash more',
    answer: 'issuer',
    says: /claim iss is '.*', and not '.*'\. They differ by a slash at the end/,
    build: token(({ issuer }) => ({ iss: issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/` })),
  },
  {
    title: 'iat 25 s ahead',
    answer: 'not-yet-valid',
    says: /is 2[45] s in the future .*may differ by 10 s/,
    build: token(({ now }) => ({ iat: now + 25 })),
  },
  {
    title: 'exp 60 s ago',
    answer: 'expired',
    says: /exp is 6\d s in the past .*may differ by 10 s/,
    build: token(({ now }) => ({ iat: now - 300, exp: now - 60 })),
  },
  {
    title: 'a shared secret',
    answer: 'algorithm',
    says: /alg is 'HS256'.*RSA, ECDSA or Ed25519/,
    build: token({}, { alg: 'HS256', kid: 'legacy' }),
  },
  {
    title: 'a key that is not published',
    answer: 'key-unknown',
    says: /kid 'k77' names no key/,
    build: token({}, { kid: 'k77' }),
  },
];

function padded(kit: TokenCaseKit, length: number): string {
  const { issuer: iss, subject: sub, audience: aud, now, key } = kit;
  for (let groups = 11_000; groups < 13_000; groups += 1) {
    // A header may have any member, so it fills what base64url leaves over.
    for (const fill of ['', 'x', 'xx']) {
      const header = jsonPart({ alg: key.alg, kid: key.kid, typ: 'JWT', fill });
      const claims = jsonPart({ iss, sub, aud, iat: now, exp: now + 300, groups: 'g'.repeat(groups) });
      if (header.length + claims.length + 2 + 86 === length) return signParts(header, claims, key);
    }
  }
  throw new Error('no token of this length');
}
