import fc from 'fast-check';
import { jsonTree, placeOf, readable } from './json-tree.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it('reads what JSON is, and finds a mistake in everything else', () => {
  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"a"', '"b', '"\\', '1', '-', '01', 'true', 'nul', ' ', '\n', '\u00a0'],
  );
  const broken = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(broken, fc.json(), fc.string()), (text) => {
      const { root, mistake } = jsonTree(text);
      expect([text, mistake === undefined]).toEqual([text, isJson(text)]);
      if (mistake === undefined) expect(readable(root)).toEqual(JSON.parse(text));
    }),
    { numRuns: 20_000 },
  );
});

it.each([
  ['{"a": 1,}', 'This comma is one too many.', ','],
  ['{"a": 1 "b": 2}', 'A comma is missing after this.', '1'],
  ['{"a": }', 'A value is missing here.', '}'],
  ['{"a" 1}', 'A colon and a value are missing after this key.', '"a"'],
  ['{a: 1}', 'A key needs double quotes.', 'a'],
  ['{"a": ETH}', 'Text needs double quotes.', 'ETH'],
  ['{"a": 01}', 'This is no number of JSON.', '01'],
  ['{"a": "b\n}', 'The closing quote is missing.', '"b'],
  ['{"a": [1}', 'The end of this is missing: ]', '['],
  ['{"a": 1} x', 'Nothing can follow the end.', 'x'],
])('says what is wrong in %j, and where', (text, message, at) => {
  const { mistake } = jsonTree(text);
  expect(mistake?.message).toBe(message);
  expect(text.slice(mistake?.from, mistake?.to)).toBe(at);
});

it('does not run out of stack', () => {
  expect(jsonTree('['.repeat(100_000)).mistake?.message).toBe('This is nested too deeply.');
});

it.each([
  ['/name', '"x"'],
  ['/rules', '"rules"'],
  ['/rules/0', '{'],
  ['/rules/0/method', '"m"'],
  ['/rules/0/action', '{'],
  ['/rules/0/conditions/1/value/0', '"v"'],
  ['/rules/0/conditions/1/value/7', '"value"'],
  ['/rules/0/conditions/9/value', '"conditions"'],
  ['/a~1b~0', '5'],
  ['/nothing/here', '{'],
  ['', '{'],
])('finds %s, or what lacks it', (pointer, place) => {
  const text = `{"name": "x", "a/b~": 5, "rules": [
    {"method": "m", "conditions": [{}, {"value": ["v"]}]}
  ]}`;
  const { from, to } = placeOf(jsonTree(text), pointer);
  expect(text.slice(from, to)).toBe(place);
});

it('finds a place even in nothing', () => {
  expect(placeOf(jsonTree(''), '/name')).toEqual({ from: 0, to: 0 });
});
