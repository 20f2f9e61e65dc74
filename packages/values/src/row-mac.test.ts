import fc from 'fast-check';
import { createRowMac } from './row-mac.js';

const secret = Buffer.alloc(32, 7);
const seed = 0x60c;

describe('createRowMac', () => {
  it('differs for every other row, purpose and key', () => {
    const mac = createRowMac({ secret, purpose: 'identity/event' });
    const part = fc.oneof(
      fc.string(),
      fc.bigInt(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('', '-', '0', '1\n1', '-\n'),
    );
    const row = fc.array(part, { maxLength: 6 });
    const bytesOf = (parts: readonly (string | bigint | Uint8Array | null)[]) =>
      JSON.stringify(
        parts.map((each) => {
          if (each === null) return null;
          return Buffer.from(typeof each === 'bigint' ? `${each}` : each).toString('hex');
        }),
      );
    fc.assert(
      fc.property(row, row, (one, other) => {
        expect(mac.of(...one).equals(mac.of(...other))).toBe(bytesOf(one) === bytesOf(other));
        expect(mac.fits(mac.of(...one), ...one)).toBe(true);
      }),
      { seed, numRuns: 500 },
    );
    const others = [
      createRowMac({ secret, purpose: 'policy/event' }),
      createRowMac({ secret: Buffer.alloc(32, 8), purpose: 'identity/event' }),
    ];
    for (const other of others) expect(other.fits(mac.of('a'), 'a')).toBe(false);
  });

  it('accepts MACs under the previous secret while it is configured, and writes none', () => {
    const before = createRowMac({ secret: Buffer.alloc(32, 8), purpose: 'p' });
    const changing = createRowMac({ secret, previousSecret: Buffer.alloc(32, 8), purpose: 'p' });
    const after = createRowMac({ secret, purpose: 'p' });
    expect(changing.fits(before.of('a'), 'a')).toBe(true);
    expect(changing.fits(before.of('b'), 'a')).toBe(false);
    expect(changing.of('a')).toEqual(after.of('a'));
    expect(after.fits(before.of('a'), 'a')).toBe(false);
  });

  it('accepts a row without a MAC only until the time that the operator set', () => {
    let now = 1_000;
    const adopting = createRowMac({ secret, purpose: 'p', adoptUntilMs: 2_000, now: () => now });
    expect([adopting.fits(null, 'a'), adopting.fits(Buffer.alloc(32), 'a')]).toEqual([true, false]);
    now = 2_000;
    expect(adopting.fits(null, 'a')).toBe(false);
    expect(createRowMac({ secret, purpose: 'p' }).fits(null, 'a')).toBe(false);
  });
});
