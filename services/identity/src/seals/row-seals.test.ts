import { randomBytes } from 'node:crypto';
import { createRowSeals, type ForgedRow } from './row-seals.js';

const forged: ForgedRow[] = [];
const pepper = randomBytes(32);
const seals = createRowSeals(pepper, (row) => forged.push(row));
beforeEach(() => {
  forged.length = 0;
});

it('holds for the row that was sealed, on every replica', () => {
  const seal = seals.seal('providers', 'app', 'id', ['issuer', 1, true, null, ['x']]);
  const other = createRowSeals(pepper, () => {
    throw new Error('told of a good row');
  });
  expect(other.holds('providers', 'app', 'id', ['issuer', 1, true, null, ['x']], seal)).toBe(true);
});

it.each<[string, Parameters<typeof seals.seal>]>([
  ['another table', ['key_sets', 'app', 'id', ['a', 'b']]],
  ['another application', ['providers', 'other', 'id', ['a', 'b']]],
  ['another id', ['providers', 'app', 'other', ['a', 'b']]],
  ['another content', ['providers', 'app', 'id', ['a', 'c']]],
  ['its parts cut elsewhere', ['providers', 'app', 'id', ['ab', '']]],
  ['a part more', ['providers', 'app', 'id', ['a', 'b', null]]],
  ['a number for a text', ['providers', 'app', 'id', ['a', 1]]],
])('does not hold for %s', (_, given) => {
  const seal = seals.seal('providers', 'app', 'id', ['a', 'b']);
  expect(seals.holds(...given, seal)).toBe(false);
  expect(forged).toEqual([{ table: given[0], applicationId: given[1], id: given[2], seal: 'wrong' }]);
});

it('holds for no row without a seal, with half a seal, or with the seal of another pepper', () => {
  const seal = seals.seal('secret_keys', 'app', 'id', []);
  const other = createRowSeals(randomBytes(32), () => undefined).seal('secret_keys', 'app', 'id', []);
  for (const given of [null, Buffer.alloc(0), seal.subarray(0, 31), other])
    expect(seals.holds('secret_keys', 'app', 'id', [], given)).toBe(false);
  expect(forged.map((row) => row.seal)).toEqual(['none', 'wrong', 'wrong', 'wrong']);
});
