import fc from 'fast-check';
import { parseStrictJson, refuseDuplicateKeys, StrictJsonError } from './strict-json.js';

describe('parseStrictJson', () => {
  it('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = JSON.stringify(value, null, 1);
        const safe = !/\d{16}|e\+/.test(json);
        if (safe) expect(parseStrictJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate key, once escaped', '{"sub":1,"s\\u0075b":2}'],
    ['a duplicate key in an inner object', '[{"x":{"a":1,"b":2,"a":3}}]'],
    ['a duplicate key after an inner list', '{"a":[1,{"a":1}],"a":2}'],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}'],
    ['an integer that would be rounded', '{"nonce":9007199254740993}'],
    ['2^53', '[9007199254740992]'],
    ['a negative integer that would be rounded', '[-9007199254740993]'],
    ['a number in exponent form beyond 2^53', '[1e16]'],
    ['an infinite number', '[1e400]'],
    ['65 levels of nesting', '['.repeat(65) + ']'.repeat(65)],
    ['text that is not JSON', '{a:1}'],
    ['an empty text', ''],
    ['a trailing comma', '[1,]'],
    ['a byte-order mark', '\ufeff{}'],
  ])('refuses %s', (_title, json) => {
    expect(() => parseStrictJson(json)).toThrow(StrictJsonError);
  });

  it.each([
    ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['a text that looks like keys', '{"a":"\\"a\\":1,\\"a\\":2","b":["a","a"]}'],
    ['a text that ends in a backslash', '{"a\\\\":1,"a":2}'],
    ['big fractions', '[0.1,1.5e3,9007199254740991]'],
    ['64 levels of nesting', '['.repeat(64) + ']'.repeat(64)],
    ['a key from Object.prototype', '{"__proto__":1,"constructor":2}'],
  ])('accepts %s', (_title, json) => {
    expect(parseStrictJson(json)).toEqual(JSON.parse(json));
  });
});

it('refuseDuplicateKeys ignores numbers, because a claim that nobody reads may be big', () => {
  refuseDuplicateKeys('{"id":123456789012345678901234567890}');
  expect(() => {
    refuseDuplicateKeys('{"id":1,"id":1}');
  }).toThrow('twice');
});
