import { parseTypedData } from '../src/eth/typed-data.js';
import { mail } from './mail.js';
import { refusal } from './refusal.js';

const parse = (value: unknown) => parseTypedData('v4', JSON.stringify(value));

describe('typed data', () => {
  const person = { name: 'Cow', wallet: mail.message.from.wallet };
  const withTypes = (types: object) => ({ ...mail, types: { ...mail.types, ...types } });
  const typed = (type: string, value: unknown) => ({
    types: { T: [{ name: 'x', type }] },
    primaryType: 'T',
    domain: {},
    message: { x: value },
  });
  it.each<[string, unknown, string]>([
    ['no types', { ...mail, types: undefined }, '/types'],
    ['types that are a list', { ...mail, types: [] }, '/types'],
    ['no primary type', { ...mail, primaryType: undefined }, '/primaryType'],
    ['an unknown primary type', { ...mail, primaryType: 'Letter' }, '/primaryType'],
    ['a built-in primary type', { ...mail, primaryType: 'uint256' }, '/primaryType'],
    ['the domain as primary type', { ...mail, primaryType: 'EIP712Domain' }, '/primaryType'],
    ['a primary type from Object.prototype', { ...mail, primaryType: 'constructor' }, '/primaryType'],
    ['no domain', { ...mail, domain: undefined }, '/domain'],
    [
      'a domain without a declared field',
      { ...mail, domain: { ...mail.domain, version: undefined } },
      '/domain/version',
    ],
    [
      'a declared domain field that does not exist',
      withTypes({ EIP712Domain: [{ name: 'owner', type: 'address' }] }),
      '/types/EIP712Domain/0/name',
    ],
    [
      'a chain id declared as a string',
      withTypes({ EIP712Domain: [{ name: 'chainId', type: 'string' }] }),
      '/types/EIP712Domain/0/type',
    ],
    ['no message', { ...mail, message: undefined }, '/message'],
    ['a missing field', { ...mail, message: { ...mail.message, contents: undefined } }, '/message/contents'],
    ['a struct of null', { ...mail, message: { ...mail.message, from: null } }, '/message/from'],
    ['a struct that is a list', { ...mail, message: { ...mail.message, from: [] } }, '/message/from'],
    [
      'a mistyped address',
      { ...mail, message: { ...mail.message, to: { ...person, wallet: person.wallet.replace('D', 'd') } } },
      '/message/to/wallet',
    ],
    ['a field of unknown type', withTypes({ Mail: [{ name: 'a', type: 'Animal' }] }), '/types/Mail/0/type'],
    [
      'a duplicate field',
      withTypes({
        Mail: [
          { name: 'a', type: 'bool' },
          { name: 'a', type: 'bool' },
        ],
      }),
      '/types/Mail/1/name',
    ],
    ['a field whose type is a list', withTypes({ Mail: [{ name: 'a', type: ['bool'] }] }), '/types/Mail/0'],
    ['a field without a name', withTypes({ Mail: [{ type: 'bool', b: 1 }] }), '/types/Mail/0'],
    [
      'a field whose name breaks the type string',
      withTypes({ Mail: [{ name: 'a,uint256 b', type: 'bool' }] }),
      '/types/Mail/0/name',
    ],
    ['a type whose name breaks the type string', withTypes({ 'A)B(': [] }), '/types/A)B('],
    ['a struct with a built-in name', withTypes({ address: [] }), '/types/address'],
    ['a struct with the name of a width that does not exist', withTypes({ uint7: [] }), '/types/uint7'],
    ['an alias of a type', typed('uint', 1), '/types/T/0/type'],
    ['a width that does not exist', typed('uint255', 1), '/types/T/0/type'],
    ['a width of 0', typed('uint0', 1), '/types/T/0/type'],
    ['a width of 264', typed('int264', 1), '/types/T/0/type'],
    ['bytes33', typed('bytes33', '0x'), '/types/T/0/type'],
    ['bytes0', typed('bytes0', '0x'), '/types/T/0/type'],
    ['an array of length 0', typed('bool[0]', []), '/types/T/0/type'],
    ['an array length with a leading zero', typed('bool[01]', [true]), '/types/T/0/type'],
    ['nine nested arrays', typed(`bool${'[]'.repeat(9)}`, []), '/types/T/0/type'],
    ['an array that is too short', typed('bool[2]', [true]), '/message/x'],
    ['an array that is too long', typed('bool[2]', [true, true, true]), '/message/x'],
    ['an array that is an object', typed('bool[]', {}), '/message/x'],
    ['a wrong item of an array', typed('bool[][1]', [[true, 1]]), '/message/x/0/1'],
    ['uint8 of 256', typed('uint8', 256), '/message/x'],
    ['uint8 of -1', typed('uint8', -1), '/message/x'],
    ['int8 of 128', typed('int8', '128'), '/message/x'],
    ['int8 of -129', typed('int8', '-129'), '/message/x'],
    ['uint256 of 2^256', typed('uint256', (2n ** 256n).toString()), '/message/x'],
    ['int256 of 2^255', typed('int256', (2n ** 255n).toString()), '/message/x'],
    ['a number with a fraction', typed('uint8', 1.5), '/message/x'],
    ['a number above 2^53', typed('uint256', 2 ** 53), '/message/x'],
    ['a number with leading zeros', typed('uint256', '01'), '/message/x'],
    ['an empty number', typed('uint256', ''), '/message/x'],
    ['a number of true', typed('uint256', true), '/message/x'],
    ['a bool of 1', typed('bool', 1), '/message/x'],
    ['a bool of text', typed('bool', 'true'), '/message/x'],
    ['a string that is a number', typed('string', 1), '/message/x'],
    ['bytes without the prefix', typed('bytes', 'abcd'), '/message/x'],
    ['bytes of half a byte', typed('bytes', '0xabc'), '/message/x'],
    ['bytes4 of 3', typed('bytes4', '0xabcdef'), '/message/x'],
    ['bytes4 of 5', typed('bytes4', '0xabcdefabcd'), '/message/x'],
    ['an address of a number', typed('address', 1), '/message/x'],
  ])('with %s is refused', (_, value, path) => {
    expect(refusal(() => parse(value))).toEqual({ code: 'request.invalid', path: `/typed_data${path}` });
  });

  it.each([
    [
      'a duplicate member',
      JSON.stringify(mail).replace('"contents":', '"contents":"Bye","contents":'),
      '/message/contents',
    ],
    ['a duplicate domain', JSON.stringify(mail).replace('{', '{"domain":{},'), '/domain'],
    ['a duplicate type', JSON.stringify(mail).replace('"Mail":', '"Mail":[],"Mail":'), '/types/Mail'],
    [
      '__proto__',
      JSON.stringify(mail).replace('"contents":', '"__proto__":{},"contents":'),
      '/message/__proto__',
    ],
    [
      'a fraction that a double would round to a whole number',
      JSON.stringify(mail).replace('"chainId":1', '"chainId":1.00000000000000000001'),
      '/domain/chainId',
    ],
    ['an exponent', JSON.stringify(mail).replace('"chainId":1', '"chainId":1e0'), '/domain/chainId'],
    ['a fraction of zero', JSON.stringify(mail).replace('"chainId":1', '"chainId":1.0'), '/domain/chainId'],
    [
      'a number that a double would round',
      JSON.stringify(mail).replace('"chainId":1', '"chainId":9007199254740993'),
      '/domain/chainId',
    ],
    ['text that is not JSON', 'mail', ''],
  ])('with %s is refused', (_, json, path) => {
    expect(refusal(() => parseTypedData('v4', json))).toEqual({
      code: 'request.invalid',
      path: `/typed_data${path}`,
    });
  });

  it('with more values than can be hashed quickly is refused', () => {
    const many = (type: string, value: unknown, count: number) =>
      refusal(() => parse(typed(type, new Array(count).fill(value))));
    expect(many('bool[]', true, 200_000).code).toBe('request.invalid');
    expect(many('bool[]', true, 2000).path).toMatch(/^\/typed_data\/message\/x\/199\d$/);
    expect(parse(typed('bool[]', new Array(1900).fill(true))).digest).toHaveLength(32);
  });

  it.each([
    ['string[]', ''],
    ['bytes[]', '0x'],
    ['bool[][]', []],
  ])('with more of %s than can be hashed quickly is refused', (type, value) => {
    const many = (count: number) => parse(typed(type, new Array(count).fill(value)));
    expect(refusal(() => many(500)).path).toMatch(/^\/typed_data\/message\/x\/49\d$/);
    expect(many(490).digest).toHaveLength(32);
  });

  it('whose types refer to each other in a ring, each to all the others, is refused', () => {
    const ring = (size: number) =>
      Object.fromEntries(
        Array.from({ length: size }, (_, i) => [
          `T${i}`,
          Array.from({ length: 5 }, (_, f) => ({
            name: `${'f'.repeat(100)}${f}`,
            type: `T${(i + 1) % size}[]`,
          })),
        ]),
      );
    const inAll = (size: number) => {
      const fields = Array.from({ length: size }, (_, i) => ({ name: `m${i}`, type: `T${i}` }));
      const none = Object.fromEntries(Array.from({ length: 5 }, (_, f) => [`${'f'.repeat(100)}${f}`, []]));
      const message = Object.fromEntries(fields.map(({ name }) => [name, none]));
      const types = { EIP712Domain: [], Main: fields, ...ring(size) };
      return parseTypedData('v4', JSON.stringify({ types, primaryType: 'Main', domain: {}, message }));
    };
    expect(inAll(5).digest).toHaveLength(32);
    expect(refusal(() => inAll(60))).toMatchObject({ code: 'request.invalid' });
  });

  it('with too many types or fields is refused', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`T${i}`, []]));
    expect(refusal(() => parse(withTypes(many))).path).toBe('/typed_data/types');
    const fields = Array.from({ length: 1001 }, (_, i) => ({ name: `f${i}`, type: 'bool' }));
    expect(refusal(() => parse(withTypes({ Big: fields }))).path).toBe('/typed_data/types');
  });
});
