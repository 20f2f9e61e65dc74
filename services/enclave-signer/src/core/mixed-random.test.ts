import { randomBytes } from 'node:crypto';
import { mixedRandom } from './mixed-random.js';

const zeros = (length: number): Uint8Array => new Uint8Array(length);
const seed = (): Uint8Array => new Uint8Array(32).fill(7);

it('gives different bytes each time, even when the system always returns the same bytes', () => {
  const random = mixedRandom(zeros, seed());
  const seen = new Set(Array.from({ length: 100 }, () => Buffer.from(random(32)).toString('hex')));
  expect(seen.size).toBe(100);
});

it('gives different bytes for another seed, and for another system source', () => {
  const first = mixedRandom(zeros, seed())(64);
  expect(mixedRandom(zeros, new Uint8Array(32).fill(8))(64)).not.toEqual(first);
  expect(mixedRandom((length) => new Uint8Array(length).fill(1), seed())(64)).not.toEqual(first);
});

it("keeps the system's entropy: removing our own stream gives the system's bytes back", () => {
  const stream = mixedRandom(zeros, seed())(45);
  const system = new Uint8Array(randomBytes(45));
  const mixed = mixedRandom(() => Uint8Array.from(system), seed())(45);
  expect(mixed.map((byte, index) => byte ^ (stream[index] ?? 0))).toEqual(system);
});

it.each([0, 1, 31, 32, 33, 96])('gives as many bytes as asked for: %i', (length) => {
  expect(mixedRandom(zeros, seed())(length)).toHaveLength(length);
});

it('wipes the seed', () => {
  const given = seed();
  mixedRandom(zeros, given);
  expect(given.every((byte) => byte === 0)).toBe(true);
});
