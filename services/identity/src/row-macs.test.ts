import { randomBytes } from 'node:crypto';
import { createRowMacs, type ForgedRow } from './row-macs.js';

const forged: ForgedRow[] = [];
const pepper = randomBytes(32);
const macs = createRowMacs(pepper, undefined, (row) => forged.push(row));
beforeEach(() => {
  forged.length = 0;
});

it('verifies the row that it was made for, on every replica', () => {
  const mac = macs.of('providers', 'app', 'id', ['issuer', 1, true, null, ['x']]);
  const other = createRowMacs(pepper, undefined, () => {
    throw new Error('told of a good row');
  });
  expect(other.fits('providers', 'app', 'id', ['issuer', 1, true, null, ['x']], mac)).toBe(true);
});

it.each<[string, Parameters<typeof macs.of>]>([
  ['another table', ['key_sets', 'app', 'id', ['a', 'b']]],
  ['another application', ['providers', 'other', 'id', ['a', 'b']]],
  ['another id', ['providers', 'app', 'other', ['a', 'b']]],
  ['another content', ['providers', 'app', 'id', ['a', 'c']]],
  ['its parts divided differently', ['providers', 'app', 'id', ['ab', '']]],
  ['one part more', ['providers', 'app', 'id', ['a', 'b', null]]],
  ['a number in place of a text', ['providers', 'app', 'id', ['a', 1]]],
])('does not verify for %s', (_, given) => {
  const mac = macs.of('providers', 'app', 'id', ['a', 'b']);
  expect(macs.fits(...given, mac)).toBe(false);
  expect(forged).toEqual([{ table: given[0], applicationId: given[1], id: given[2], mac: 'wrong' }]);
});

it('verifies no row without a MAC, with half a MAC, or with a MAC under another pepper', () => {
  const mac = macs.of('secret_keys', 'app', 'id', []);
  const other = createRowMacs(randomBytes(32), undefined, () => undefined).of('secret_keys', 'app', 'id', []);
  for (const given of [null, Buffer.alloc(0), mac.subarray(0, 31), other])
    expect(macs.fits('secret_keys', 'app', 'id', [], given)).toBe(false);
  expect(forged.map((row) => row.mac)).toEqual(['none', 'wrong', 'wrong', 'wrong']);
});

it('accepts a row without a MAC while older rows are adopted, and none with a wrong one', () => {
  const until = (adoptUntilMs: number) => createRowMacs(pepper, adoptUntilMs, (row) => forged.push(row));
  const [adopting, over] = [until(Date.now() + 60_000), until(Date.now() - 1)];
  expect(adopting.fits('providers', 'app', 'id', ['a'], null)).toBe(true);
  expect(adopting.fits('providers', 'app', 'id', ['a'], Buffer.alloc(32))).toBe(false);
  expect(over.fits('providers', 'app', 'id', ['a'], null)).toBe(false);
});
