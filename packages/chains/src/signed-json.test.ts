import fc from 'fast-check';
import { refusal } from '../test/refusal.js';
import type { StrictJson } from '@wallet-service/values';
import { parseSignedJson } from './signed-json.js';

/** The value that JSON.parse would give. */
function plain(value: StrictJson): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, each]) => [name, plain(each as StrictJson)]));
  if (Array.isArray(value)) return value.map((each: StrictJson) => plain(each));
  return value;
}

describe('strict JSON', () => {
  it('without fractions is read as JSON.parse reads it', () => {
    const values = fc
      .jsonValue()
      .map((value) => JSON.stringify(value))
      .filter((text) => !/[0-9]\.[0-9]|e[+-]|\\ud/i.test(text) && !text.includes('-0'))
      // Refused, as the tests below show.
      .filter((text) => !text.includes('"__proto__":'));
    fc.assert(
      fc.property(values, (text) => {
        fc.pre(!/[0-9]{16}/.test(text));
        expect(plain(parseSignedJson(text, ''))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts white space and escapes', () => {
    const text = ' {\t"a\\u0062\\n" : [ 1 ,\r\n -2, true , false, null, "\\ud83d\\ude00" ] } ';
    expect(parseSignedJson(text, '')).toEqual(new Map([['ab\n', [1, -2, true, false, null, '\u{1f600}']]]));
  });

  it('that is random text is refused, or is JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\u0-19.eE truefalsn \ud800')) }),
        (text) => {
          try {
            parseSignedJson(text, '');
          } catch (error) {
            expect(error).toMatchObject({ code: 'request.invalid' });
            return;
          }
          expect(() => JSON.parse(text) as unknown).not.toThrow();
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['nothing', '', ''],
    ['two values', '1 2', ''],
    ['a duplicate name', '{"a":{"b":1,"b":1}}', '/a/b'],
    ['a duplicate name in two spellings', '{"a":1,"\\u0061":2}', '/a'],
    ['a leading zero', '[01]', '/0'],
    ['a plus sign', '[+1]', '/0'],
    ['hex', '[0x10]', ''],
    ['NaN', 'NaN', ''],
    ['half of a surrogate pair', '["\\ud800"]', '/0'],
    ['a trailing comma in an array', '[1,]', '/1'],
    ['a trailing comma in an object', '{"a":1,}', ''],
    ['a name without quotes', '{a:1}', ''],
    ['single quotes', "'a'", ''],
    ['a line break in a string', '"\n"', ''],
    ['an unknown escape', '"\\x41"', ''],
    ['an unterminated string', '"abc', ''],
    ['an unterminated array', '[1', ''],
    ['an unterminated object', '{"a":1', ''],
    ['a byte-order mark', '\ufeff{}', ''],
    ['a comment', '/* */ 1', ''],
    ['66 levels of nesting', `${'['.repeat(66)}${']'.repeat(66)}`, '/0'.repeat(65)],
  ])('with %s is refused', (_, text, path) => {
    expect(refusal(() => parseSignedJson(text, '/t'))).toEqual({
      code: 'request.invalid',
      path: `/t${path}`,
    });
  });

  it.each(['9007199254740992', '-9007199254740992', '1.5', '1.0', '1e3', '1.00000000000000000001'])(
    'gives %s no value, so that it cannot be signed',
    (literal) => {
      expect(parseSignedJson(`[${literal}]`, '')).toEqual([NaN]);
    },
  );

  it('survives a million levels of nesting', () => {
    expect(refusal(() => parseSignedJson('['.repeat(1_000_000), '')).code).toBe('request.invalid');
  });

  it.each(['{"__proto__":{"admin":true}}', '{"\\u005f_proto__":1}'])(
    'refuses the name __proto__: %s',
    (text) => {
      expect(refusal(() => parseSignedJson(text, ''))).toEqual({
        code: 'request.invalid',
        path: '/__proto__',
      });
    },
  );

  it('keeps other names from Object.prototype', () => {
    const value = parseSignedJson('{"constructor":1,"toString":{"admin":true}}', '');
    expect(value).toEqual(
      new Map<string, unknown>([
        ['constructor', 1],
        ['toString', new Map([['admin', true]])],
      ]),
    );
  });

  it('reads strings of megabytes', () => {
    expect(parseSignedJson(`"${'a\\n'.repeat(2_000_000)}"`, '')).toHaveLength(4_000_000);
  });
});
