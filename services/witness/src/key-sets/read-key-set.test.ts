import { generateKeyPairSync } from 'node:crypto';
import { readKeySet } from './read-key-set.js';

const ec = (kid: string, extra: object = {}) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid,
  ...extra,
});
const rsa = (bits: number, kid: string) => ({
  ...generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' }),
  kid,
});
const setOf = (...keys: object[]) => readKeySet(JSON.stringify({ keys }));

describe('readKeySet', () => {
  it('gives the same text for the same keys in any order, without irrelevant members', () => {
    const [a, b] = [ec('a', { alg: 'ES256', use: 'sig' }), rsa(2048, 'b')];
    const one = setOf(b, { ...a, x5c: ['MII'], x5t: 'abc' });
    const other = setOf(a, b);
    expect(one).toEqual(other);
    expect(one.ok && JSON.parse(one.keySetJson)).toMatchObject({ keys: [{ kid: 'a' }, { kid: 'b' }] });
    expect(one.ok && one.keySetJson).not.toContain('x5c');
  });

  it("leaves out keys for other purposes, such as Keycloak's encryption key", () => {
    const reading = setOf(ec('a'), { ...rsa(2048, 'b'), use: 'enc', alg: 'RSA-OAEP' });
    expect(reading.ok && JSON.parse(reading.keySetJson)).toMatchObject({ keys: [{ kid: 'a' }] });
  });

  it.each([
    ['not JSON', 'hello', 'not JSON'],
    ['a duplicate member', '{"keys":[],"keys":[]}', 'not JSON'],
    ['text that is not an object', '[]', 'must be an array of keys'],
    ['no key', '{"keys":[]}', 'no key'],
    ['a symmetric key', '{"keys":[{"kty":"oct","kid":"a","k":"AAAA"}]}', 'symmetric'],
  ])('refuses %s', (_, body, reason) => {
    const reading = readKeySet(body);
    expect(reading.ok ? '' : reading.problem).toContain(reason);
  });

  it('refuses a private key, whatever else the set contains', () => {
    const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    const reading = setOf(ec('a'), { ...secret, kid: 'b' });
    expect(reading.ok ? '' : reading.problem).toContain('private');
  });

  it('leaves out weak and symmetric keys without naming their value, so that users of the good keys can log in', () => {
    const reading = setOf(rsa(1024, 'weak'), ec('good'), { kty: 'oct', kid: 'hmac', alg: 'HS256' });
    expect(reading.ok && JSON.parse(reading.keySetJson)).toMatchObject({ keys: [{ kid: 'good' }] });
    expect(reading.ok && reading.keySetJson).not.toContain('weak');
  });

  it.each(['a\nb', 'a\u001b[2Kb', 'a\u009bb', 'a\u2028b', 'a\u2029b', 'a\u202eb', 'a\u200bb', 'a\ud800b'])(
    'leaves out a key whose kid has invisible characters: %j',
    (kid) => {
      const reading = setOf(ec(kid), ec('good'));
      expect(reading.ok && JSON.parse(reading.keySetJson)).toMatchObject({ keys: [{ kid: 'good' }] });
      const alone = setOf(ec(kid));
      expect(alone.ok ? '' : alone.problem).toContain('no key that can verify');
    },
  );

  it('refuses a set of weak keys only', () => {
    const reading = setOf(rsa(1024, 'a'));
    expect(reading.ok ? '' : reading.problem).toContain('no key that can verify');
  });

  it('refuses two keys with one kid', () => {
    const reading = setOf(ec('a'), ec('a'));
    expect(reading.ok ? '' : reading.problem).toContain('kid');
  });

  it('refuses more than 32 keys', () => {
    const reading = setOf(...Array.from({ length: 33 }, (_, index) => ec(`k${index}`)));
    expect(reading.ok ? '' : reading.problem).toContain('more than 32');
  });
});
