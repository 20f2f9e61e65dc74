import fc from 'fast-check';
import {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  unlessDefault,
  type TokenSettings,
} from '../token-settings.js';
import { makeNamedKey, makePasskey } from '../../test/document-keys.js';
import {
  encodeApplicationDocument,
  parseApplicationDocument,
  subjectOfApplication,
  subjectOfKeySet,
  type ApplicationDocument,
} from './application-document.js';

const [anna, ben] = [makeNamedKey('anna'), makePasskey('ben')];
const document: ApplicationDocument = {
  applicationId: 'app',
  version: 3,
  expressJwtMaxLifetimeSeconds: 3600,
  providers: [{ id: 'p1', issuer: 'https://a.example.com', audience: 'web', assertsEmail: true }],
  issuers: [
    { issuer: 'https://a.example.com', keySource: 'discovery', pinned: true },
    { issuer: 'https://b.example.com', keySource: { jwksUri: 'https://b.example.com/jwks' } },
  ],
  administrators: { keys: [anna.public, ben.public], threshold: 2 },
};
const parse = (text: string) => parseApplicationDocument(new TextEncoder().encode(text));

it('reads what it writes, for any names', () => {
  const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /^[^\p{Cc}\p{Cs}]+$/u.test(text));
  const source = fc.oneof(fc.constant('discovery' as const), fc.record({ jwksUri: name }));
  const issuers = fc.uniqueArray(fc.record({ issuer: name, keySource: source }), {
    selector: ({ issuer }) => issuer,
    minLength: 1,
    maxLength: 5,
  });
  const settings = fc.record<TokenSettings>({
    audienceMatch: fc.constantFrom(...audienceMatches),
    audienceClaim: fc.constantFrom(...audienceClaims),
    tokenTypes: fc.oneof(
      fc.constant(defaultTokenSettings.tokenTypes),
      fc.subarray(['absent', 'JWT', 'at+jwt', 'application/vc+jwt', 'X'], { minLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(issuers, name, fc.boolean(), settings, (known, audience, assertsEmail, tokenSettings) => {
      const providers = known.map(({ issuer }, index) => ({
        id: String(index),
        issuer,
        audience,
        assertsEmail,
        ...unlessDefault(tokenSettings),
      }));
      const any = { ...document, issuers: known, providers };
      expect(parseApplicationDocument(encodeApplicationDocument(any))).toEqual({ ok: true, document: any });
    }),
  );
  expect(parseApplicationDocument(encodeApplicationDocument(document))).toEqual({ ok: true, document });
});

type Entry = Record<string, unknown>;
type Json = Entry & { issuers: Entry[]; providers: Entry[]; administrators: Entry[] };

it.each<[string, (json: Json) => void, string]>([
  ['an unknown member', (json) => (json['extra'] = 1), '/extra: unknown member'],
  ['version 0', (json) => (json['version'] = 0), '/version'],
  ['a lifetime of 59 s', (json) => (json['express_jwt_max_lifetime_seconds'] = 59), '/express_jwt'],
  [
    'a provider without its issuer',
    (json) => json.issuers.shift(),
    '/providers: an issuer is not in /issuers',
  ],
  [
    'two providers with one id',
    (json) => json.providers.push({ ...json.providers[0], audience: 'x' }),
    'the same id',
  ],
  [
    'two providers for one audience',
    (json) => json.providers.push({ ...json.providers[0], id: 'p2' }),
    'the same issuer and audience',
  ],
  ['two sources of one issuer', (json) => json.issuers.push(json.issuers[0] as Entry), 'the same issuer'],
  [
    'two kinds of source',
    (json) => (json.issuers[1] = { ...json.issuers[1], discovery: true }),
    '/issuers/1',
  ],
  ['no source', (json) => (json.issuers[1] = { issuer: 'x' }), '/issuers/1/jwks_uri'],
  ['discovery: false', (json) => ((json.issuers[0] as Entry)['discovery'] = false), '/issuers/0/discovery'],
  ['pinned: false', (json) => ((json.issuers[0] as Entry)['pinned'] = false), '/issuers/0/pinned'],
  ['an unknown match', (json) => ((json.providers[0] as Entry)['audience_match'] = 'any'), '/audience_match'],
  [
    'a match that is null',
    (json) => ((json.providers[0] as Entry)['audience_match'] = null),
    '/audience_match',
  ],
  ['another claim', (json) => ((json.providers[0] as Entry)['audience_claim'] = 'sub'), '/audience_claim'],
  ['no token types', (json) => ((json.providers[0] as Entry)['token_types'] = []), '/token_types'],
  ['one type as text', (json) => ((json.providers[0] as Entry)['token_types'] = 'JWT'), '/token_types'],
  ['a type twice', (json) => ((json.providers[0] as Entry)['token_types'] = ['a', 'A']), '/token_types'],
  [
    'tokens that are no logins',
    (json) => ((json.providers[0] as Entry)['token_types'] = ['JWT', 'application/Logout+JWT']),
    '/token_types: must not have logout+jwt',
  ],
  ['pinned: 1', (json) => ((json.issuers[0] as Entry)['pinned'] = 1), '/issuers/0/pinned'],
  [
    'a threshold without administrators',
    (json) => Reflect.deleteProperty(json, 'administrators'),
    '/administrators',
  ],
  ['a threshold of 0', (json) => (json['administrator_threshold'] = 0), '/administrator_threshold'],
  [
    'a threshold above their number',
    (json) => (json['administrator_threshold'] = 3),
    '/administrator_threshold',
  ],
  [
    'one administrator under two names',
    (json) => json.administrators.push({ ...json.administrators[0], kid: 'other' }),
    'the same public_key',
  ],
  [
    'a passkey that is no point on the curve',
    (json) => ((json.administrators[1] as Entry)['public_key'] = Buffer.alloc(65, 4).toString('base64url')),
    '/administrators/1/public_key: must be an uncompressed point',
  ],
])('refuses %s', (_title, edit, problem) => {
  const json = JSON.parse(Buffer.from(encodeApplicationDocument(document)).toString()) as Json;
  edit(json);
  const read = parse(JSON.stringify(json));
  expect(read.ok ? '' : read.problems.join('\n')).toContain(problem);
});

it('refuses a member that is given twice', () => {
  const text = Buffer.from(encodeApplicationDocument(document)).toString();
  expect(parse(text.replace('"version":3', '"version":3,"version":9'))).toHaveProperty('ok', false);
});

it('names each subject once', () => {
  const subjects = [
    subjectOfApplication('a'),
    subjectOfApplication('keys:discovery:a'),
    subjectOfKeySet('a', 'discovery'),
    subjectOfKeySet('a', { jwksUri: 'a' }),
    subjectOfKeySet('jwks_uri:a', 'discovery'),
  ];
  expect(new Set(subjects).size).toBe(subjects.length);
  // Whoever publishes a key set publishes it for all issuers that name it.
  expect(subjectOfKeySet('a', { jwksUri: 'u' })).toBe(subjectOfKeySet('b', { jwksUri: 'u' }));
});
