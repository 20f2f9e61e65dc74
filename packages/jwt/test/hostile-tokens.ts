import { createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import {
  base64url,
  highSTwin,
  jsonPart,
  makeKey,
  p256Order,
  publicJwkOf,
  rawSignature,
  signParts,
  signToken,
  type Claims,
  type TestKey,
} from './token-maker.js';

/** What a hostile token is made from: a provider's keys, and the provider's registration. */
export type HostileKit = {
  /**
   * In the key set: ES256 `k1`, RS256 `r1`, and `e1`, a key for encryption. Not in it: RSA of 1024 bits `w1`, the
   * attacker's.
   */
  readonly keys: Readonly<Record<'k1' | 'r1' | 'e1' | 'w1' | 'attacker', TestKey>>;
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  /** Unix seconds. */
  readonly now: number;
  readonly maxLifetimeSeconds: number;
  /** A host of the attacker's. A test may listen there and expect silence. */
  readonly attackerUrl: string;
};

export type HostileToken = {
  readonly no: number;
  readonly title: string;
  readonly answer: 'pass' | 'refused';
  readonly build: (kit: HostileKit) => string;
};

export function makeHostileKeys(): HostileKit['keys'] {
  return {
    k1: makeKey('k1', 'ES256'),
    r1: makeKey('r1', 'RS256'),
    e1: makeKey('e1', 'ES256'),
    w1: makeKey('w1', 'RS256', 1024),
    attacker: makeKey('k1', 'ES256'),
  };
}

/** The key set that the provider publishes. */
export function hostileKeySet({ k1, r1, e1 }: HostileKit['keys']): { keys: Record<string, unknown>[] } {
  return { keys: [publicJwkOf(k1), publicJwkOf(r1), { ...publicJwkOf(e1), use: 'enc' }] };
}

const lifetime = ({ maxLifetimeSeconds }: HostileKit): number => Math.min(300, maxLifetimeSeconds);

export function baseClaims(kit: HostileKit): Record<string, unknown> {
  const { issuer: iss, subject: sub, audience: aud, now } = kit;
  return { iss, sub, aud, iat: now, exp: now + lifetime(kit) };
}

const good = (kit: HostileKit): string => signToken(baseClaims(kit), kit.keys.k1);
const withClaims = (change: (kit: HostileKit) => Claims) => (kit: HostileKit) =>
  signToken({ ...baseClaims(kit), ...change(kit) }, kit.keys.k1);
const without = (name: string) => (kit: HostileKit) => {
  const claims = Object.entries(baseClaims(kit)).filter(([claim]) => claim !== name);
  return signToken(Object.fromEntries(claims), kit.keys.k1);
};
const withHeader = (header: Claims | ((kit: HostileKit) => Claims)) => (kit: HostileKit) =>
  signToken(baseClaims(kit), kit.keys.k1, typeof header === 'function' ? header(kit) : header);
const unsigned = (alg: string) => (kit: HostileKit) =>
  `${jsonPart({ alg, kid: 'k1', typ: 'JWT' })}.${jsonPart(baseClaims(kit))}.`;
/** Claims as JSON text, for what JSON.stringify would not write. */
const withClaimsText = (edit: (json: string, kit: HostileKit) => string | Uint8Array) => (kit: HostileKit) =>
  signParts(
    jsonPart({ alg: 'ES256', kid: 'k1', typ: 'JWT' }),
    base64url(edit(JSON.stringify(baseClaims(kit)), kit)),
    kit.keys.k1,
  );
const withHeaderText = (json: string) => (kit: HostileKit) =>
  signParts(base64url(json), jsonPart(baseClaims(kit)), kit.keys.k1);
const withSignature = (edit: (signature: Buffer, kit: HostileKit) => Uint8Array) => (kit: HostileKit) => {
  const [header = '', claims = '', signature = ''] = good(kit).split('.');
  return `${header}.${claims}.${base64url(edit(Buffer.from(signature, 'base64url'), kit))}`;
};
const hmacWith = (secret: (kit: HostileKit) => string | Buffer) => (kit: HostileKit) => {
  const input = `${jsonPart({ alg: 'HS256', kid: 'k1', typ: 'JWT' })}.${jsonPart(baseClaims(kit))}`;
  return `${input}.${createHmac('sha256', secret(kit)).update(input).digest('base64url')}`;
};
const pemOf = ({ publicKey }: TestKey): string =>
  publicKey.export({ format: 'pem', type: 'spki' }).toString();

function nonCanonicalEnd(kit: HostileKit): string {
  // 64 bytes end in a character of which only two bits count. The next one in the alphabet decodes to the same bytes.
  const token = good(kit);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + (alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1] ?? '');
}

type Row = readonly [no: number, title: string, build: (kit: HostileKit) => string, answer?: 'pass'];

// The list of RFC 8725 and of the known CVEs. Rows 1, 24, 34, 42, 67, 68 and 71 are accepted, under default settings.
// Every other token is refused.
const rows: readonly Row[] = [
  [1, 'the base token itself', good, 'pass'],
  [2, 'alg none', unsigned('none')],
  [3, 'alg nOnE', unsigned('nOnE')],
  [4, 'an empty signature', unsigned('ES256')],
  [5, 'HS256 keyed with the EC public key', hmacWith(({ keys }) => pemOf(keys.k1))],
  [6, 'HS256 keyed with the RSA public key', hmacWith(({ keys }) => pemOf(keys.r1))],
  [7, 'HS256 keyed with the text of the JWK', hmacWith(({ keys }) => JSON.stringify(publicJwkOf(keys.k1)))],
  [
    8,
    "the attacker's key in the jwk header",
    (kit) => signToken(baseClaims(kit), kit.keys.attacker, { jwk: publicJwkOf(kit.keys.attacker) }),
  ],
  [
    9,
    "jku to the attacker's host, signed by its key",
    (kit) => signToken(baseClaims(kit), kit.keys.attacker, { jku: kit.attackerUrl }),
  ],
  [10, 'jku together with a good signature', withHeader(({ attackerUrl }) => ({ jku: attackerUrl }))],
  [11, 'a kid that is a path', withHeader({ kid: '../../../../dev/null' })],
  [12, 'a kid that is SQL', withHeader({ kid: "' or 1=1--" })],
  [13, 'a kid of __proto__', withHeader({ kid: '__proto__' })],
  [14, 'a kid that is a number', withHeader({ kid: 1 })],
  [15, 'no kid', withHeader({ kid: undefined })],
  [16, 'a key for encryption', (kit) => signToken(baseClaims(kit), kit.keys.e1)],
  [17, 'crit naming an unknown header', withHeader({ crit: ['x'], x: 1 })],
  [18, 'an empty crit', withHeader({ crit: [] })],
  [19, 'b64 false without crit', withHeader({ b64: false })],
  [20, 'b64 false with crit', withHeader({ b64: false, crit: ['b64'] })],
  [21, 'r = s = 0', withSignature(() => new Uint8Array(64))],
  [22, 'r = s = n', withSignature(() => Buffer.from(p256Order.toString(16).repeat(2), 'hex'))],
  [23, 'a DER signature', withSignature((_raw, kit) => derSignature(kit))],
  [24, 'the high-s twin of a good signature', withSignature(highSTwin), 'pass'],
  [25, 'padding at the end', (kit) => `${good(kit)}=`],
  [26, 'a newline at the end', (kit) => `${good(kit)}\n`],
  [27, 'a last character that is not canonical', nonCanonicalEnd],
  [28, 'four parts', (kit) => `${good(kit)}.${base64url('x')}`],
  [29, 'five parts, like an encrypted token', (kit) => `${good(kit)}.${base64url('x')}.${base64url('y')}`],
  [30, 'a token inside a token', (kit) => nested(kit)],
  [31, 'a compressed bomb', (kit) => bomb(kit)],
  [32, 'the claim sub twice', withClaimsText((json) => json.replace('{', '{"sub":"somebody",'))],
  [33, 'the header alg twice', withHeaderText('{"alg":"none","kid":"k1","typ":"JWT","alg":"ES256"}')],
  [34, 'two audiences', withClaims(({ audience }) => ({ aud: [audience, 'other'] })), 'pass'],
  [35, 'the audience of another application', withClaims(() => ({ aud: 'other' }))],
  [36, 'no audience', without('aud')],
  [37, 'a nested audience', withClaims(({ audience }) => ({ aud: [[audience]] }))],
  [38, 'an issuer that lacks its last character', withClaims(({ issuer }) => ({ iss: issuer.slice(0, -1) }))],
  [39, 'an issuer in another letter case', withClaims(({ issuer }) => ({ iss: issuer.toUpperCase() }))],
  [40, 'an array of issuers', withClaims(({ issuer }) => ({ iss: [issuer] }))],
  [41, 'exp as text', withClaims((kit) => ({ exp: String(kit.now + lifetime(kit)) }))],
  [42, 'exp with a fraction', withClaims((kit) => ({ exp: kit.now + lifetime(kit) - 0.5 })), 'pass'],
  [43, 'no exp', without('exp')],
  [44, 'exp null', withClaims(() => ({ exp: null }))],
  [45, 'an infinite exp', withClaimsText((json) => json.replace(/"exp":\d+/, '"exp":1e400'))],
  [46, 'exp in milliseconds', withClaims((kit) => ({ exp: (kit.now + lifetime(kit)) * 1000 }))],
  [47, 'a negative exp', withClaims(() => ({ exp: -1 }))],
  [48, 'too long a lifetime', withClaims((kit) => ({ exp: kit.now + kit.maxLifetimeSeconds + 1 }))],
  [
    49,
    'an old token with a late exp',
    withClaims(({ now, maxLifetimeSeconds }) => ({ iat: now - maxLifetimeSeconds - 60, exp: now + 3600 })),
  ],
  [50, 'iat in the future', withClaims(({ now }) => ({ iat: now + 600, exp: now + 660 }))],
  [51, 'no iat', without('iat')],
  [52, 'nbf in the future', withClaims(({ now }) => ({ nbf: now + 120 }))],
  [53, 'nbf as text', withClaims(({ now }) => ({ nbf: String(now) }))],
  [54, 'no sub', without('sub')],
  [55, 'an empty sub', withClaims(() => ({ sub: '' }))],
  [56, 'sub as a number', withClaims(() => ({ sub: 7 }))],
  [57, 'sub as an object', withClaims(({ subject }) => ({ sub: { sub: subject } }))],
  [58, 'a sub of 10 KB', withClaims(() => ({ sub: 'a'.repeat(10_240) }))],
  [59, 'a sub with NUL', withClaims(({ subject }) => ({ sub: `${subject}\0` }))],
  [60, 'claims that are an array', withClaimsText((json) => `[${json}]`)],
  [61, 'claims that are text', withClaimsText((json) => JSON.stringify(json))],
  [62, 'claims that are not JSON', withClaimsText((json) => json.slice(0, -1))],
  [63, 'claims that are not UTF-8', withClaimsText((json) => invalidUtf8(json))],
  [64, 'a token of 1 MB', withClaims(() => ({ padding: 'a'.repeat(1 << 20) }))],
  [65, 'an RSA key of 1024 bits', (kit) => signToken(baseClaims(kit), kit.keys.w1)],
  [66, 'RS512 under an RS256 key', (kit) => signToken(baseClaims(kit), { ...kit.keys.r1, alg: 'RS512' })],
  [67, 'an access token', withHeader({ typ: 'at+jwt' }), 'pass'],
  [68, 'no typ', withHeader({ typ: undefined }), 'pass'],
  [69, 'a logout token', withHeader({ typ: 'logout+jwt' })],
  [70, 'a sub of 256 characters', withClaims(() => ({ sub: 'a'.repeat(256) }))],
  [
    71,
    'a sub that ends in a space: another owner',
    withClaims(({ subject }) => ({ sub: `${subject} ` })),
    'pass',
  ],
  [
    72,
    'the claim sub twice, once escaped',
    withClaimsText((json) => json.replace('{', '{"s\\u0075b":"other",')),
  ],
  [73, 'claims that begin with a byte-order mark', withClaimsText((json) => `\ufeff${json}`)],
  [74, 'x5u together with a good signature', withHeader(({ attackerUrl }) => ({ x5u: attackerUrl }))],
  [75, 'exp before iat', withClaims(({ now }) => ({ iat: now, exp: now }))],
  [76, 'an expired token', withClaims(({ now }) => ({ iat: now - 60, exp: now - 11 }))],
  [
    77,
    'a signature of another key under a known kid',
    (kit) => signToken(baseClaims(kit), kit.keys.attacker),
  ],
  [78, 'PS256 under an RS256 key', (kit) => signToken(baseClaims(kit), { ...kit.keys.r1, alg: 'PS256' })],
  [79, 'alg as an array', withHeader({ alg: ['ES256'] })],
  [80, 'an empty text', () => ''],
];

export const hostileTokens: readonly HostileToken[] = rows.map(([no, title, build, answer]) => ({
  no,
  title,
  build,
  answer: answer ?? 'refused',
}));

function derSignature(kit: HostileKit): Buffer {
  // Made with a fresh key and length. The form decides, and a verifier that accepted it would also need the key.
  const raw = rawSignature(good(kit).split('.').slice(0, 2).join('.'), 'ES256', kit.keys.k1.privateKey);
  const integer = (part: Buffer): Buffer => {
    const trimmed = Buffer.concat([Buffer.from([0]), part]);
    const start = trimmed.findIndex((byte, at) => byte !== 0 || (trimmed[at + 1] ?? 0x80) >= 0x80);
    const value = trimmed.subarray(start);
    return Buffer.concat([Buffer.from([2, value.length]), value]);
  };
  const body = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

function nested(kit: HostileKit): string {
  const header = jsonPart({ alg: 'ES256', kid: 'k1', typ: 'JWT', cty: 'JWT' });
  return signParts(header, base64url(good(kit)), kit.keys.k1);
}

function bomb(kit: HostileKit): string {
  const compressed = deflateRawSync(Buffer.alloc(4 << 20), { level: 9 });
  return signParts(jsonPart({ alg: 'ES256', kid: 'k1', zip: 'DEF' }), base64url(compressed), kit.keys.k1);
}

function invalidUtf8(json: string): Uint8Array {
  const bytes = Buffer.from(json.replace('{', '{"x":"?",'));
  bytes[bytes.indexOf('?')] = 0xff;
  return bytes;
}
