import { randomBytes } from 'node:crypto';
import { isUuid, newUuidV7, timeOfUuidV7, uuidV7 } from './uuid-v7.js';

describe('timeOfUuidV7', () => {
  it('reads the time of a version 7, and of nothing else', () => {
    for (const now of [0, 1, 1_700_000_000_000, 2 ** 48 - 1])
      expect(timeOfUuidV7(uuidV7(now, randomBytes(10)))).toBe(now);
    for (const other of ['', 'application-1', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f'])
      expect(timeOfUuidV7(other)).toBeUndefined();
  });
});

describe('uuidV7', () => {
  it('agrees with the example of RFC 9562, appendix A.6', () => {
    const random = Buffer.from('0cc318c4dc0c0c07398f', 'hex');
    expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });
  it('sorts by time', () => {
    const ids = [1, 1000, 1_700_000_000_000].map((now) => uuidV7(now, randomBytes(10)));
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every(isUuid)).toBe(true);
  });
  it.each([[-1], [2 ** 48], [1.5]])('refuses the time %p', (now) => {
    expect(() => uuidV7(now, randomBytes(10))).toThrow(RangeError);
  });
  it('refuses too little randomness', () => {
    expect(() => uuidV7(0, randomBytes(9))).toThrow(RangeError);
  });
});

describe('newUuidV7', () => {
  it('has the time, the version and the variant, and is another one each time', () => {
    for (const now of [0, 1, 1_700_000_000_000, 2 ** 48 - 1]) {
      const ids = Array.from({ length: 300 }, () => newUuidV7(now));
      expect(new Set(ids).size).toBe(300);
      for (const id of ids) {
        expect(timeOfUuidV7(id)).toBe(now);
        expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      }
    }
  });
  it.each([[-1], [2 ** 48], [1.5]])('refuses the time %p', (now) => {
    expect(() => newUuidV7(now)).toThrow(RangeError);
  });
});

describe('isUuid', () => {
  it.each([
    [''],
    ['017F22E2-79B0-7CC3-98C4-DC0C0C07398F'],
    ['017f22e279b07cc398c4dc0c0c07398f'],
    ["' or 1=1"],
  ])('refuses %p', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
