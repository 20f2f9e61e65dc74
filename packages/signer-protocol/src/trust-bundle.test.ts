import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Refused } from './refusals.js';
import { readBakedTrustBundle, signTrustBundle } from './signed-trust-bundle.js';
import { encodeTrustBundle, parseTrustBundle, type TrustBundle } from './trust-bundle.js';

const raw = (key: KeyObject): Uint8Array =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));
const root = generateKeyPairSync('ed25519');
const policy = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const jwk = {
  ...p256,
  kid: 'k1',
  alg: 'ES256',
} as unknown as TrustBundle['applications'][0]['providers'][0]['jwks']['keys'][0];
const bundle: TrustBundle = {
  version: 2,
  issuedAt: 1000,
  expiresAt: 2000,
  roots: [{ kid: 'root', publicKey: raw(root.publicKey) }],
  verdictKeys: [raw(policy.publicKey)],
  applications: [
    {
      id: 'app',
      expressJwtMaxLifetimeSeconds: 86_400,
      providers: [
        {
          issuer: 'https://id.example.com',
          audience: 'aud',
          embeddedWallet: false,
          assertsEmail: true,
          jwks: { keys: [jwk] },
        },
      ],
    },
  ],
};

type Json = Record<string, unknown>;

/** The problems of a bundle whose JSON was edited. */
function problemsAfter(
  edit: (
    json: Json & { applications: (Json & { providers: (Json & { jwks: { keys: Json[] } })[] })[] },
  ) => void,
): string[] {
  const json = JSON.parse(Buffer.from(encodeTrustBundle(bundle)).toString()) as Parameters<typeof edit>[0];
  edit(json);
  const parsed = parseTrustBundle(new TextEncoder().encode(JSON.stringify(json)));
  return parsed.ok ? [] : parsed.problems;
}

const provider = (json: Parameters<Parameters<typeof problemsAfter>[0]>[0]) =>
  json.applications[0]?.providers[0] as Json & { jwks: { keys: Json[] } };

describe('parseTrustBundle', () => {
  it('reads what encodeTrustBundle writes', () => {
    expect(parseTrustBundle(encodeTrustBundle(bundle))).toEqual({ ok: true, bundle });
  });

  it.each<[string, Parameters<typeof problemsAfter>[0], string]>([
    ['an unknown member', (json) => (json['extra'] = 1), '/extra'],
    [
      'an unknown member of an application',
      (json) => ((json.applications[0] as Json)['extra'] = 1),
      '/applications/0/extra',
    ],
    [
      'an unknown member of a provider',
      (json) => (provider(json)['jwks_uri'] = 'x'),
      '/applications/0/providers/0/jwks_uri',
    ],
    ['version 0', (json) => (json['version'] = 0), '/version'],
    ['a version as text', (json) => (json['version'] = '2'), '/version'],
    ['an expiry before its issue', (json) => (json['expires_at'] = 1000), '/expires_at'],
    ['no roots', (json) => (json['roots'] = []), '/roots'],
    [
      'a root key that is too short',
      (json) => (json['roots'] = [{ kid: 'root', public_key: 'AAAA' }]),
      '/roots/0/public_key',
    ],
    ['no verdict keys', (json) => (json['verdict_keys'] = []), '/verdict_keys'],
    [
      'two applications with one id',
      (json) => json.applications.push(json.applications[0] as never),
      '/applications',
    ],
    [
      'two providers with one issuer and audience',
      (json) => json.applications[0]?.providers.push(provider(json)),
      '/applications/0/providers',
    ],
    [
      'a lifetime of a second',
      (json) => ((json.applications[0] as Json)['express_jwt_max_lifetime_seconds'] = 1),
      '/applications/0/express_jwt_max_lifetime_seconds',
    ],
    ['an empty issuer', (json) => (provider(json)['issuer'] = ''), '/applications/0/providers/0/issuer'],
    [
      'an audience with a line break',
      (json) => (provider(json)['audience'] = 'a\nb'),
      '/applications/0/providers/0/audience',
    ],
    [
      'a flag as text',
      (json) => (provider(json)['asserts_email'] = 'true'),
      '/applications/0/providers/0/asserts_email',
    ],
    [
      'a private key',
      (json) => ((provider(json).jwks.keys[0] as Json)['d'] = 'AAAA'),
      '/applications/0/providers/0/jwks/keys/0/d',
    ],
    [
      'an unknown member of a key',
      (json) => ((provider(json).jwks.keys[0] as Json)['x5c'] = []),
      '/applications/0/providers/0/jwks/keys/0/x5c',
    ],
    [
      'a key for encryption',
      (json) => ((provider(json).jwks.keys[0] as Json)['use'] = 'enc'),
      '/applications/0/providers/0/jwks/keys/0/use',
    ],
    [
      'two keys with one kid',
      (json) => provider(json).jwks.keys.push(jwk),
      '/applications/0/providers/0/jwks/keys/1/kid',
    ],
    [
      'a key set with more members',
      (json) => (provider(json).jwks = { keys: [], url: 'x' } as never),
      '/applications/0/providers/0/jwks/',
    ],
  ])('names %s', (_title, edit, path) => {
    const problems = problemsAfter(edit);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(path);
  });

  it('reads a bundle whose kid and issuer hide characters, because a signer without its bundle cannot start', () => {
    const edited = problemsAfter((json) => {
      provider(json)['issuer'] = 'https://a\u202e.example';
      provider(json).jwks.keys[0] = { ...jwk, kid: 'a\n\u001b[2K' };
    });
    expect(edited).toEqual([]);
  });

  it('reports all problems at once', () => {
    expect(
      problemsAfter((json) => Object.assign(json, { version: 0, roots: [], verdict_keys: 'x', more: 1 })),
    ).toHaveLength(4);
  });

  it.each([
    ['duplicate keys', '{"version":1,"version":2}'],
    ['a version beyond 2^53', '{"version":9007199254740993}'],
    ['text that is not JSON', 'x'],
    ['a list', '[]'],
  ])('refuses %s', (_title, json) => {
    expect(parseTrustBundle(new TextEncoder().encode(json)).ok).toBe(false);
  });
});

describe('a signed bundle', () => {
  const key = { kid: 'root', privateKey: root.privateKey };
  const payload = encodeTrustBundle(bundle);

  it('cannot be made of a payload that has problems', () => {
    expect(() => signTrustBundle(new TextEncoder().encode('{}'), key)).toThrow('/version');
  });

  it('may be baked into an image with or without its signature, but not with a wrong one', () => {
    const signed = signTrustBundle(payload, key);
    expect(readBakedTrustBundle(signed)).toEqual(readBakedTrustBundle(payload));
    const wrong = signTrustBundle(payload, { ...key, privateKey: policy.privateKey });
    expect(() => readBakedTrustBundle(wrong)).toThrow(Refused);
    expect(() => readBakedTrustBundle(new TextEncoder().encode('{"version":1}'))).toThrow(Refused);
  });
});
