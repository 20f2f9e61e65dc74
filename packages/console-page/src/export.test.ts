import { toCsv, toNdjson } from './export.ts';

it('has a line for each entry', () => {
  expect(toNdjson([{ a: 1 }, { a: 'x\ny' }])).toBe('{"a":1}\n{"a":"x\\ny"}\n');
  expect(toNdjson([])).toBe('');
});

it('has a column for each member of any entry', () => {
  expect(
    toCsv([
      { a: 1, b: null },
      { b: 'x', c: [1, 2] },
    ]),
  ).toBe('a,b,c\r\n1,,\r\n,x,"[1,2]"\r\n');
});

it('quotes what would end a cell', () => {
  expect(toCsv([{ a: 'one, "two"' }])).toBe('a\r\n"one, ""two"""\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('lets no spreadsheet run %j', (text) => {
  expect(toCsv([{ a: text }])).toBe(`a\r\n'${text}\r\n`);
});
