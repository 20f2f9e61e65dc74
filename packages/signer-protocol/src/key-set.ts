import { bytesOfBase64url } from './base64url.js';
import { looksLikeRoca } from './roca.js';

/** A public key that may verify user tokens (RFC 7517), reduced to the relevant members. */
export type PublicJwk = {
  readonly kid: string;
  readonly kty: 'RSA' | 'EC' | 'OKP';
  readonly alg?: string;
  readonly use?: 'sig';
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
};

export const maxKeysInSet = 50;
/** Of a key set's text, in the form that witnesses sign. */
export const maxKeySetBytes = 128 * 1024;
const minRsaBits = 2048;
const maxRsaBits = 8192;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/**
 * Characters that must not be in the name of a key or of an issuer: control characters, line ends (U+2028,
 * U+2029), and characters that are invisible or change the reading order (category Cf: bidi marks, zero-width
 * spaces). Tenants choose such names, and people read them in reviews and logs.
 */
export const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const knownMembers = ['kid', 'kty', 'alg', 'use', 'key_ops', 'n', 'e', 'crv', 'x', 'y'];

/**
 * `strict`: a key that can't verify tokens or is too weak to (RSA below 2048 bits or with the ROCA flaw,
 * material that is malformed), and a member that this table doesn't know, is a problem: the form inside a
 * trust bundle.
 * `provider`: such keys and members are left out, as RFC 7517 section 5 asks of readers of published key
 * sets: they can't harm the good ones, and refusing the set would lock out every user of the provider. Left
 * out too is a key whose kid has characters that can't be seen. `strict` takes those: a bundle from before
 * this rule may hold one, and a signer that refuses its baked bundle does not start. It verifies no token
 * there either, because the signer reads the keys of its bundle as `provider` as well.
 * In both, secret members (a private key, the value of a symmetric one) and two usable keys of one kid are
 * problems: the first show that the provider publishes secrets, the second leave open which key a token
 * means.
 */
export type KeySetReading = 'strict' | 'provider';

const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const curves: Readonly<Record<string, { kty: string; algorithm: string; bytes: number }>> = {
  'P-256': { kty: 'EC', algorithm: 'ES256', bytes: 32 },
  'P-384': { kty: 'EC', algorithm: 'ES384', bytes: 48 },
  Ed25519: { kty: 'OKP', algorithm: 'EdDSA', bytes: 32 },
};

/** The JWS algorithms (RFC 7518, 8037) that a key may be used with: only its own `alg` if it names one. */
export function algorithmsOf(jwk: PublicJwk): readonly string[] {
  const possible = jwk.kty === 'RSA' ? rsaAlgorithms : [curves[jwk.crv ?? '']?.algorithm ?? ''];
  return jwk.alg === undefined ? possible : possible.filter((algorithm) => algorithm === jwk.alg);
}

/** Reads a JWKS (a parsed JSON value). Every problem is named by a path such as `/keys/0/n`. */
export function parseKeySet(
  value: unknown,
  reading: KeySetReading,
): { keys: PublicJwk[]; problems: string[] } {
  const problems: string[] = [];
  const list = isObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(list)) return { keys: [], problems: ['/keys: must be an array of keys'] };
  if (reading === 'strict' && isObject(value) && Object.keys(value).length > 1)
    problems.push('/: has members other than `keys`');
  if (list.length > maxKeysInSet) return { keys: [], problems: [`/keys: more than ${maxKeysInSet} keys`] };
  const keys: PublicJwk[] = [];
  list.forEach((item: unknown, index) => {
    const path = `/keys/${index}`;
    const read = readKey(item, reading);
    if (typeof read === 'string') problems.push(`${path}${read}`);
    else if (read !== undefined) {
      if (keys.some(({ kid }) => kid === read.kid)) problems.push(`${path}/kid: another key has it too`);
      keys.push(read);
    }
  });
  return { keys, problems };
}

type Json = Readonly<Record<string, unknown>>;

/** A key, undefined for one to leave out, or a problem (text that begins with the path inside the key). */
function readKey(item: unknown, reading: KeySetReading): PublicJwk | undefined | string {
  if (!isObject(item)) return ': must be an object';
  const secret = privateMembers.find((member) => Object.hasOwn(item, member));
  if (secret !== undefined) return `/${secret}: a private or symmetric key has no place in a public key set`;
  const unknown = Object.keys(item).find((member) => !knownMembers.includes(member));
  const read = whyUnusable(item) ?? readMaterial(item);
  if (reading === 'provider')
    return typeof read === 'string' || hiddenCharacters.test(read.kid) ? undefined : read;
  if (typeof read !== 'string' && unknown !== undefined) return `/${unknown}: unknown member`;
  return read;
}

/** Why a key can't verify a token here, though it may be a good key for another purpose. */
function whyUnusable(item: Json): string | undefined {
  const { kty, kid, use, alg, crv, key_ops: operations } = item;
  if (typeof kid !== 'string' || kid.length < 1 || kid.length > 255)
    return '/kid: must be 1 to 255 characters';
  if (use !== undefined && use !== 'sig') return '/use: the key is not for signatures';
  if (!allowsVerifying(operations)) return '/key_ops: the key is not for verifying';
  if (kty !== 'RSA' && curves[typeof crv === 'string' ? crv : '']?.kty !== kty)
    return '/kty: must be RSA, EC on P-256 or P-384, or OKP on Ed25519';
  const algorithmFits = alg === undefined || algorithmsOf(item as PublicJwk).length > 0;
  return algorithmFits ? undefined : '/alg: does not fit the key, or is not supported';
}

function allowsVerifying(operations: unknown): boolean {
  return operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
}

function readMaterial(item: Json): PublicJwk | string {
  const { kid, kty, alg, use } = item as PublicJwk;
  const named = { kid, kty, ...(alg !== undefined && { alg }), ...(use !== undefined && { use }) };
  const material = kty === 'RSA' ? readRsa(item) : readPoint(item, kty);
  return typeof material === 'string' ? material : { ...named, ...material };
}

type Material = Pick<PublicJwk, 'n' | 'e' | 'crv' | 'x' | 'y'>;

function readRsa({ n, e }: Json): Material | string {
  const bits = bitLengthOf(n);
  if (bits < minRsaBits || bits > maxRsaBits) return `/n: must have ${minRsaBits} to ${maxRsaBits} bits`;
  if (looksLikeRoca(bytesOf(n) ?? new Uint8Array(0))) return '/n: a modulus with the ROCA flaw';
  const bytes = bytesOf(e) ?? new Uint8Array(0);
  const exponent = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  if (bytes.length > 4 || exponent < 3 || exponent % 2 === 0)
    return '/e: must be odd, 3 or more, and have at most 32 bits';
  return { n: n as string, e: e as string };
}

function readPoint({ crv, x, y }: Json, kty: string): Material | string {
  const size = curves[crv as string]?.bytes;
  if (bytesOf(x)?.length !== size) return `/x: must be base64url of ${String(size)} bytes`;
  if (kty === 'OKP') return { crv: crv as string, x: x as string };
  if (bytesOf(y)?.length !== size) return `/y: must be base64url of ${String(size)} bytes`;
  return { crv: crv as string, x: x as string, y: y as string };
}

function bytesOf(member: unknown): Uint8Array | undefined {
  return typeof member === 'string' && member.length <= 2048 ? bytesOfBase64url(member) : undefined;
}

/** 0 for anything but an odd number in base64url without leading zero bytes (RFC 7518 section 6.3.1.1). */
function bitLengthOf(member: unknown): number {
  const bytes = bytesOf(member);
  const [first, last] = [bytes?.[0] ?? 0, bytes?.at(-1) ?? 0];
  if (bytes === undefined || first === 0 || last % 2 === 0) return 0;
  return (bytes.length - 1) * 8 + (32 - Math.clz32(first));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
