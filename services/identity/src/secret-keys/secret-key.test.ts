import { randomBytes } from 'node:crypto';
import { hashCredential, sameHash, secretKeyIdOf, secretKeyOf } from './secret-key.js';

const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

describe('a secret key', () => {
  it('contains its own id', () => {
    expect(secretKeyIdOf(secretKeyOf(id, randomBytes(32)))).toBe(id);
  });

  it.each([[''], ['sk_'], ['pk_017f22e279b07cc398c4dc0c0c07398f_'], [`sk_${'0'.repeat(32)}_short`]])(
    'is not what %p is',
    (text) => {
      expect(secretKeyIdOf(text)).toBeUndefined();
    },
  );

  it('may have nothing before or after it', () => {
    const key = secretKeyOf(id, randomBytes(32));
    for (const text of [` ${key}`, `${key}\n`, `${key}x`, key.toUpperCase()]) {
      expect(secretKeyIdOf(text)).toBeUndefined();
    }
  });

  it('has exactly 32 random bytes', () => {
    expect(() => secretKeyOf(id, randomBytes(31))).toThrow(RangeError);
  });

  it('has another hash under another pepper, and for every other spelling', () => {
    const [pepper, other] = [randomBytes(32), randomBytes(32)];
    // 'A' and 'B' as last characters decode to the same 32 bytes. The hash is over the text.
    const key = secretKeyOf(id, Buffer.alloc(32));
    const spelling = `${key.slice(0, -1)}B`;
    expect(Buffer.from(spelling.slice(36), 'base64url')).toEqual(Buffer.alloc(32));
    expect(sameHash(hashCredential(pepper, key), hashCredential(pepper, key))).toBe(true);
    expect(sameHash(hashCredential(pepper, key), hashCredential(other, key))).toBe(false);
    expect(sameHash(hashCredential(pepper, key), hashCredential(pepper, spelling))).toBe(false);
  });

  it('reports hashes of different lengths as different', () => {
    expect(sameHash(Buffer.alloc(32), Buffer.alloc(31))).toBe(false);
  });
});
