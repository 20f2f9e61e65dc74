import fc from 'fast-check';
import { parseJsonBody } from './json-body.js';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

describe('parseJsonBody', () => {
  it.each([
    '{}',
    'null',
    '"text"',
    '[1,-2,0.5,1.25e3,9007199254740991,-0]',
    '{"a":{"a":[{"a":1},{"a":2}]},"b":"\\ud83d\\ude00"}',
    '{"constructor":1}',
    ' {"a" : [ ] , "b" : "," } ',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['', '', 'not valid JSON'],
    ['{', '', 'not valid JSON'],
    ["{'a':1}", '', 'not valid JSON'],
    ['{"a":1,}', '', 'not valid JSON'],
    ['NaN', '', 'not valid JSON'],
    ['\ufeff{}', '', 'byte-order mark'],
    ['{"chain_id":1,"chain_id":5}', '/chain_id', 'given twice'],
    ['{"a":[{"b":1},{"b":1,"\\u0062":2}]}', '/a/1/b', 'given twice'],
    ['{"a/b~":{"x":1,"x":1}}', '/a~1b~0/x', 'given twice'],
    ['{"__proto__":{}}', '/__proto__', 'not allowed'],
    ['{"a":{"__pr\\u006fto__":1}}', '/a/__proto__', 'not allowed'],
    ['{"nonce":9007199254740993}', '/nonce', 'the number is above 2^53 - 1'],
    ['{"nonce":-9007199254740992}', '/nonce', 'the number is below -(2^53 - 1)'],
    ['{"nonce":1e400}', '/nonce', 'above 2^53 - 1'],
    ['{"nonce":1e-400}', '/nonce', 'digits'],
    ['{"nonce":1.00000000000000001}', '/nonce', 'digits'],
    ['[1,2,1e21]', '/2', 'above 2^53 - 1'],
    [`{"n":${'9'.repeat(2000)}}`, '/n', 'above 2^53 - 1'],
    ['{"a":"\\ud800"}', '/a', 'surrogate'],
    ['{"\\udc00":1}', '/\ufffd', 'surrogate'],
    ['['.repeat(33) + ']'.repeat(33), '/0'.repeat(32), 'too deep'],
  ])('refuses %j', (text, path, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        code: 'request.malformed',
        fields: [{ path, message: expect.stringContaining(message) as string }],
      }) as Error,
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  });

  it('refuses more than 10,000 values, and more than 1,000 members of one object', () => {
    expect(() => parse(`[${'1,'.repeat(10_001)}1]`)).toThrow(/values/);
    const members = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 1])));
    expect(() => parse(members(1000))).not.toThrow();
    expect(() => parse(members(1001))).toThrow(/more than 1000 members/);
  });

  it('accepts exactly 32 levels', () => {
    expect(() => parse('['.repeat(32) + ']'.repeat(32))).not.toThrow();
  });

  it('agrees with JSON.parse on every value that a program serializes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        try {
          expect(parse(text)).toEqual(JSON.parse(text));
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.malformed' });
          expect(text).toMatch(/\d{16}|e\+?\d|__proto__|\\ud/);
        }
      }),
    );
  });

  it('refuses inexact numbers and duplicate keys at any place', () => {
    const bad = fc.constantFrom('9007199254740993', '{"k":1,"k":2}', '1e999', '"\\udfff"');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', '{"a":'), { maxLength: 20 }), bad, (path, value) => {
        const close = path.map((open) => (open === '[' ? ']' : '}')).reverse();
        expect(() => parse([...path, value, ...close].join(''))).toThrow(/given twice|above|surrogate/);
      }),
    );
  });
});
