import fc from 'fast-check';
import { NotStrictJson, parseStrictJson, type StrictJson, type StrictJsonRules } from './strict-json.js';

const rules: StrictJsonRules = {
  mostLevels: 3,
  mostValues: 10,
  countsNames: false,
  mostMembers: 4,
  whyRefused: (literal) => (literal.length > 5 ? 'a long number' : undefined),
};
const loose: StrictJsonRules = {
  ...rules,
  ...{ mostLevels: 100, mostValues: Infinity, mostMembers: Infinity, whyRefused: () => undefined },
};

function refusal(text: string, by: StrictJsonRules = rules): { path: string; message: string } {
  try {
    parseStrictJson(text, by);
  } catch (error) {
    if (error instanceof NotStrictJson) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}

/** The value that JSON.parse would give. */
function plain(value: StrictJson): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, each]) => [name, plain(each as StrictJson)]));
  if (Array.isArray(value)) return value.map((each: StrictJson) => plain(each));
  return value;
}

it('accepts and refuses text as JSON.parse does, except duplicate keys, __proto__ and lone surrogates', () => {
  const written = fc.jsonValue().map((value) => JSON.stringify(value, null, 1));
  const pieces = fc.string({
    unit: fc.constantFrom(
      ...Array.from('{}[]",:\\u0-19.eE+ \n\t\u0001'),
      '"a":',
      'true',
      'false',
      'null',
      '[[',
    ),
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.oneof(written, pieces, fc.json({ stringUnit: 'binary' })), (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expect(refusal(text, loose).message).toMatch(/^(not valid JSON|a key is given twice)/);
        return;
      }
      try {
        expect(plain(parseStrictJson(text, loose))).toEqual(expected);
      } catch (error) {
        if (!(error instanceof NotStrictJson)) throw error;
        expect(error.message).toMatch(/given twice|this key|surrogate/);
        expect(text).toMatch(/"(?:[^"\\]|\\.)*"\s*:[^]*"(?:[^"\\]|\\.)*"\s*:|__proto__|\\ud/i);
      }
    }),
    { numRuns: 3000 },
  );
});

it.each([
  ['[[[[', '/0/0/0', 'nested too deep: more than 3 levels'],
  ['{"a":{"b":{"c":{}}}}', '/a/b/c', 'nested too deep: more than 3 levels'],
  ['[1,2,3,4,5,6,7,8,9,10]', '/9', 'more than 10 values'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', '/e', 'an object has more than 4 members'],
  ['{"a":[{"b":1},{"b":1,"\\u0062":2}]}', '/a/1/b', 'a key is given twice'],
  ['{"a":[123456]}', '/a/0', 'a long number'],
  ['{"__proto__":1}', '/__proto__', 'this key is not allowed'],
  ['{"a":1,"b":}', '/b', 'not valid JSON: expected a value'],
  ['{"a":1,"b"}', '', 'not valid JSON: expected :'],
  ['[[1],[2,]]', '/1/1', 'not valid JSON: expected a value'],
  ['[[1],[2]', '', 'not valid JSON: expected ]'],
  ['[] 1', '', 'not valid JSON: text follows its end'],
  ['{"a/b~":["\\ud800"]}', '/a~1b~0/0', 'a string holds half a surrogate pair'],
  [`{"${'n'.repeat(200)}":01}`, `/${'n'.repeat(100)}`, 'not valid JSON: expected a value'],
])('refuses %s and names the place', (text, path, message) => {
  expect(refusal(text)).toEqual({ path, message });
});

it('counts names where the rules say so', () => {
  const named = { ...rules, countsNames: true };
  expect(plain(parseStrictJson('{"a":1,"b":[2,3]}', named))).toEqual({ a: 1, b: [2, 3] });
  expect(refusal('{"a":1,"b":[2,3,4,5,6,7]}', named)).toEqual({
    path: '/b/5',
    message: 'more than 10 names and values',
  });
});
