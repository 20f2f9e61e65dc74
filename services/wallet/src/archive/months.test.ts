import { archivedUntil, monthOf, monthsOverdue, nameOfMonth } from './months.js';

const at = (text: string): number => Date.parse(text);

it.each([
  ['2026-11-30T23:59:59.999Z', 0, '2026_11'],
  ['2026-12-01T00:00:00.000Z', 0, '2026_12'],
  ['2026-11-30T23:59:59.999Z', 1, '2026_12'],
  ['2026-12-31T23:59:59.999Z', 1, '2027_01'],
  ['2024-02-29T12:00:00.000Z', -2, '2023_12'],
])('knows the month of %s, %i later: %s, in UTC', (time, more, name) => {
  expect(nameOfMonth(monthOf(at(time), more))).toBe(name);
});

it('leaves so many whole months in the database, beside the current one', () => {
  expect(archivedUntil(at('2026-11-25T00:00Z'), 2)).toBe(at('2026-09-01T00:00Z'));
});

it('counts a month that should be archived for a week (JournalNotArchived)', () => {
  const partitions = ['2026-09-01', '2026-10-01', '2026-11-01'].map((text) => ({
    untilMs: at(`${text}T00:00Z`),
  }));
  expect(monthsOverdue(partitions, at('2026-11-07T23:59Z'), 2)).toBe(0);
  expect(monthsOverdue(partitions, at('2026-11-08T00:00Z'), 2)).toBe(1);
  expect(monthsOverdue(partitions, at('2026-12-08T00:00Z'), 2)).toBe(2);
});

it('counts an archive for which no month was ever made', () => {
  expect(monthsOverdue([], at('2026-11-07T00:00Z'), 2)).toBe(1);
});
