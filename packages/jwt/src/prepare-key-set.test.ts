import { generateKeyPairSync } from 'node:crypto';
import { prepareKeySet } from './prepare-key-set.js';

type Jwk = Record<string, unknown>;
const rsa = (modulusLength: number, publicExponent = 65537): Jwk => ({
  ...generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' }),
  kid: 'r',
});
const ec = (namedCurve: string): Jwk => ({
  ...generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }),
  kid: 'e',
});
const ed = (): Jwk => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'd' });
const rsa2048 = rsa(2048);

it.each<[string, Jwk, readonly string[]]>([
  ['RSA', rsa2048, ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']],
  ['RSA with alg', { ...rsa2048, alg: 'RS256' }, ['RS256']],
  [
    'RSA with what providers add',
    { ...rsa2048, x5t: 'abc', x5c: ['abc'], issuer: 'x', key_ops: ['verify'], use: 'sig' },
    ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ],
  ['P-256', ec('P-256'), ['ES256']],
  ['P-384', ec('P-384'), ['ES384']],
  ['Ed25519', ed(), ['EdDSA']],
])('%s is bound to its algorithms', (_title, jwk, algorithms) => {
  const prepared = prepareKeySet({ keys: [jwk] });
  if (!prepared.ok) throw new Error(prepared.problems.join());
  expect(prepared.keys.get(String(jwk['kid']))?.algorithms).toEqual(algorithms);
});

it.each<[string, Jwk]>([
  ['a key for encryption', { ...rsa2048, use: 'enc' }],
  ['a key that may not verify', { ...rsa2048, key_ops: ['encrypt'] }],
  ['a key without kid', { ...rsa2048, kid: undefined }],
  ['a key for an algorithm that is not supported', { ...ec('P-521'), alg: 'ES512' }],
  ['secp256k1', ec('secp256k1')],
  ['an RSA key for ES256', { ...rsa2048, alg: 'ES256' }],
  ['a key of an unknown type', { kty: 'AKP', kid: 'x' }],
  ['a symmetric key without its value', { kty: 'oct', kid: 'x', alg: 'HS256' }],
  ['RSA of 1024 bits', rsa(1024)],
  ['an RSA key with an exponent of 1', { ...rsa2048, e: 'AQ' }],
  ['an RSA key with an even modulus', { ...rsa2048, n: String(rsa2048['n']).slice(0, -1) + 'A' }],
  ['a point that is too short', { ...ec('P-256'), x: 'AAAA' }],
  ['a point that is not on its curve', { ...ec('P-256'), x: 'A'.repeat(43) }],
  ['a key whose kid contains a line break and a terminal command', { ...rsa2048, kid: 'a\n\u001b[2K' }],
  ['a key whose kid changes the reading direction', { ...rsa2048, kid: 'a\u202eb' }],
  ['a weak key with the kid of a good one', { ...rsa(1024), kid: 'good' }],
])('%s is left out', (_title, jwk) => {
  const prepared = prepareKeySet({ keys: [jwk, { ...rsa2048, kid: 'good' }] });
  expect(prepared.ok && [...prepared.keys.keys()]).toEqual(['good']);
});

it.each<[string, unknown, string]>([
  ['a private RSA key', { keys: [{ ...rsa2048, d: 'AQAB' }] }, '/keys/0/d'],
  ['a private EC key', { keys: [rsa2048, { ...ec('P-256'), d: 'x' }] }, '/keys/1/d'],
  ['a symmetric key', { keys: [{ kty: 'oct', k: 'AAAA', kid: 'x' }] }, '/keys/0/k'],
  ['two keys with one kid', { keys: [rsa2048, { ...ec('P-256'), kid: 'r' }] }, '/keys/1/kid'],
  ['a key that is not an object', { keys: ['x'] }, '/keys/0'],
  ['a value that is not a list', { keys: {} }, '/keys'],
  ['nothing', null, '/keys'],
  ['51 keys', { keys: Array.from({ length: 51 }, () => rsa2048) }, '/keys: more than 50'],
])('a set with %s is refused as a whole', (_title, jwks, problem) => {
  const prepared = prepareKeySet(jwks);
  expect(prepared.ok ? [] : prepared.problems).toEqual([expect.stringContaining(problem)]);
});
