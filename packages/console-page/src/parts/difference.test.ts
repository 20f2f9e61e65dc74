import fc from 'fast-check';
import { folded, linesOf } from './difference.tsx';

it('has all lines of both, in their order, and none twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const lines = linesOf(before, after);
      const of = (kind: string) => lines.filter((line) => [kind, 'same'].includes(line.kind));
      const shown = (kind: string): unknown =>
        JSON.parse(
          of(kind)
            .map((line) => line.text)
            .join('\n'),
        );
      const read = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
      expect(shown('gone')).toEqual(read(before));
      expect(shown('new')).toEqual(read(after));
    }),
    { numRuns: 300 },
  );
});

it('shows what is equal as equal', () => {
  const rules = [{ name: 'a' }, { name: 'b' }];
  expect(linesOf(rules, rules).every(({ kind }) => kind === 'same')).toBe(true);
  const changed = linesOf(rules, [{ name: 'a' }, { name: 'c' }]).filter(({ kind }) => kind !== 'same');
  expect(changed.map(({ kind, text: line }) => [kind, line.trim()])).toEqual([
    ['gone', '"name": "b"'],
    ['new', '"name": "c"'],
  ]);
  expect(linesOf(undefined, 1)).toEqual([{ kind: 'new', text: '1' }]);
});

it('takes no notice of the order of members, and does of the order of elements', () => {
  const before = { name: 'a', rules: [{ method: 'm', action: 'DENY' }, { method: 'n' }] };
  const turned = { rules: [{ action: 'DENY', method: 'm' }, { method: 'n' }], name: 'a' };
  expect(linesOf(before, turned).every(({ kind }) => kind === 'same')).toBe(true);
  const shown = linesOf(before, turned).map(({ text }) => text);
  expect(shown).toEqual(JSON.stringify(before, undefined, 2).split('\n'));
  const moved = linesOf(before, { ...before, rules: before.rules.toReversed() });
  expect(moved.some(({ kind }) => kind !== 'same')).toBe(true);
  const others = { rules: [{ action: 'DENY', method: 'o' }, { method: 'n' }], name: 'a' };
  const changed = linesOf(before, others).filter(({ kind }) => kind !== 'same');
  expect(changed.map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ['gone', '"method": "m",'],
    ['new', '"method": "o",'],
  ]);
});

it('folds what stays the same far from a change, and hides no change', () => {
  const before = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, at]));
  const lines = folded(linesOf(before, { ...before, field_20: 'brief' }));
  expect(lines.map(({ kind }) => kind).filter((kind) => kind !== 'same')).toEqual([
    ...['fold', 'gone', 'new', 'fold'],
  ]);
  expect(lines[0]?.text).toBe('18 lines stay the same');
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const all = linesOf(one, other);
      const changed = (of: readonly { kind: string }[]) => of.filter(({ kind }) => /gone|new/.test(kind));
      expect(changed(folded(all))).toEqual(changed(all));
    }),
  );
});
