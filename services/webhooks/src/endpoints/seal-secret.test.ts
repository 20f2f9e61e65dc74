import { randomBytes } from 'node:crypto';
import { createSecretSeal } from './seal-secret.js';

const scope = { applicationId: 'a', endpointId: 'e' };
const secret = randomBytes(32);

describe('a sealed secret', () => {
  const key = randomBytes(32);
  const seal = createSecretSeal(key, randomBytes);
  const sealed = seal.seal(scope, secret);

  it('opens for its endpoint, also in another process, and never looks the same', () => {
    expect(createSecretSeal(key, randomBytes).open(scope, sealed)).toEqual(secret);
    expect(seal.seal(scope, secret)).not.toEqual(sealed);
    expect(sealed.includes(secret)).toBe(false);
  });

  it.each([
    ['another endpoint', { ...scope, endpointId: 'f' }],
    ['another application', { ...scope, applicationId: 'b' }],
  ])('does not open for %s', (_, other) => {
    expect(() => seal.open(other, sealed)).toThrow();
  });

  it('does not open under another key', () => {
    expect(() => createSecretSeal(randomBytes(32), randomBytes).open(scope, sealed)).toThrow();
  });

  it('does not open with any byte changed or missing', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open(scope, changed)).toThrow();
      expect(() => seal.open(scope, sealed.subarray(0, index))).toThrow();
    }
  });
});
