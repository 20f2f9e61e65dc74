import fc from 'fast-check';
import { hexText } from '../src/hex-text.js';

const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexText);
export const valueOf: Record<string, fc.Arbitrary<unknown>> = {
  bool: fc.boolean(),
  string: fc.string({ unit: 'grapheme' }),
  bytes: fc.uint8Array({ maxLength: 70 }).map(hexText),
  bytes1: hex(1),
  bytes32: hex(32),
  address: hex(20),
  uint8: fc.integer({ min: 0, max: 255 }),
  uint256: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
  int24: fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
  int256: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }).map(String),
};
export const atomName = fc.constantFrom(...Object.keys(valueOf));
export const typeAndValue = fc
  .tuple(atomName, fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { maxLength: 2 }))
  .chain(([name, lengths]) => {
    const list = (item: fc.Arbitrary<unknown>, length: number | null) =>
      fc.array(item, length === null ? { maxLength: 3 } : { minLength: length, maxLength: length });
    const value = lengths.reduce<fc.Arbitrary<unknown>>(list, valueOf[name] ?? fc.constant(null));
    return fc.tuple(fc.constant(name + lengths.map((n) => `[${n ?? ''}]`).join('')), value);
  });
export const domain = fc.record(
  {
    name: fc.string(),
    // viem leaves an empty version out of the domain's type.
    version: fc.string({ minLength: 1 }),
    chainId: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
    verifyingContract: hex(20),
    salt: hex(32),
  },
  { requiredKeys: [] },
);
