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
  ['{"a": 1,}', 'A key in double quotes is missing here.', '}'],
  ['{"a": 1 "b": 2}', 'A comma is missing before this.', '"b"'],
  ['{"a": }', 'A value is missing here.', '}'],
  ['{"a" 1}', 'A colon is missing before this.', '1'],
  ['{a: 1}', 'Text needs double quotes.', 'a'],
  ['{"a": ETH}', 'Text needs double quotes.', 'ETH'],
  ['{"a": -}', 'This is no number of JSON.', '-'],
  ['{"a": "b\n}', 'The closing quote is missing.', '"b'],
  ['{"a": "\\x"}', 'This text has a character or an escape that JSON does not have.', '"\\x"'],
  ['{"a": 1', 'A } is missing here.', '1'],
  ['{"a": 1} x', 'Text needs double quotes.', 'x'],
  ['{"a": 1} 2', 'Nothing can follow the end.', '2'],
  ['{"a": 1 // one', 'JSON has no comments.', '// one'],
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
