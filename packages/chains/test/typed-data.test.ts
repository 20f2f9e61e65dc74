import { concat, solidityPackedKeccak256, TypedDataEncoder, keccak256, type TypedDataField } from 'ethers';
import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { hexText } from '../src/hex-text.js';
import { parseTypedData } from '../src/eth/typed-data.js';
import { mail } from './mail.js';
import { atomName, domain, typeAndValue, valueOf } from './random-typed-data.js';
import { refusal } from './refusal.js';
import { describeVectors } from './vectors.js';

type Types = Record<string, TypedDataField[]>;
type Case = {
  name: string;
  domain: Record<string, unknown>;
  primaryType: string;
  types: Types;
  data: unknown;
  digest: string;
};
const digestOf = (value: unknown, version: 'v1' | 'v3' | 'v4' = 'v4'): string =>
  hexText(parseTypedData(version, JSON.stringify(value)).digest);

describeVectors(
  'the typed data of ethers',
  'ethers/typed-data.json.gz',
  'github.com/ethers-io/ethers.js',
  (data) => {
    it.each(data as Case[])(
      '$name has the digest of the corpus',
      ({ types, primaryType, domain, data: message, digest }) => {
        expect(digestOf({ types, primaryType, domain, message })).toBe(digest);
        if (!JSON.stringify(types).includes(']"'))
          expect(digestOf({ types, primaryType, domain, message }, 'v3')).toBe(digest);
      },
    );
  },
);

const MAIL_DIGEST = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2';

describe('the example of EIP-712', () => {
  it.each(['v3', 'v4'] as const)('has the published digest as %s', (version) => {
    expect(digestOf(mail, version)).toBe(MAIL_DIGEST);
  });

  it('has the same digest without a declared domain', () => {
    const { EIP712Domain, ...types } = mail.types;
    expect(EIP712Domain).toHaveLength(4);
    expect(digestOf({ ...mail, types })).toBe(MAIL_DIGEST);
  });

  it('is decoded for policies', () => {
    const { domain, message, primaryType } = parseTypedData('v4', JSON.stringify(mail));
    expect(primaryType).toBe('Mail');
    expect(domain.fields.get('chainId')).toEqual({ kind: 'integer', value: 1n });
    expect(domain.fields.get('verifyingContract')).toEqual({
      kind: 'address',
      value: new Uint8Array(20).fill(0xcc),
    });
    expect(message.fields.get('contents')).toEqual({ kind: 'string', value: 'Hello, Bob!' });
    const to = message.fields.get('to');
    expect(to?.kind === 'struct' && to.fields.get('name')).toEqual({ kind: 'string', value: 'Bob' });
  });

  it('may not have arrays as v3, at any level below the primary type', () => {
    const types = { T: [{ name: 'u', type: 'U' }], U: [{ name: 'list', type: 'bool[]' }] };
    const value = { types, primaryType: 'T', domain: {}, message: { u: { list: [] } } };
    expect(refusal(() => digestOf(value, 'v3')).path).toBe('/typed_data/types/U/0/type');
    expect(digestOf(value, 'v4')).toMatch(/^0x/);
  });

  it('may nest a struct in itself through arrays', () => {
    const types = { Node: [{ name: 'children', type: 'Node[]' }] };
    const message = { children: [{ children: [] }, { children: [{ children: [] }] }] };
    const value = { types, primaryType: 'Node', domain: {}, message };
    expect(digestOf(value)).toBe(hashTypedData(value as never));
  });
});

/** viem leaves a chain id out of the domain's type when it is text. */
const forViem = ({ chainId, ...fields }: { chainId?: string }) =>
  chainId === undefined ? fields : { ...fields, chainId: BigInt(chainId) };

describe('random typed data', () => {
  it('has the digest of ethers and of viem', () => {
    fc.assert(
      fc.property(
        domain,
        fc.array(typeAndValue, { maxLength: 5 }),
        fc.array(typeAndValue, { maxLength: 4 }),
        (fields, outer, inner) => {
          const declare = (list: [string, unknown][]) => list.map(([type], i) => ({ name: `f${i}`, type }));
          const fill = (list: [string, unknown][]) =>
            Object.fromEntries(list.map(([, value], i) => [`f${i}`, value]));
          const types = {
            Outer: [...declare(outer), { name: 'inner', type: 'Inner' }],
            Inner: declare(inner),
          };
          const message = { ...fill(outer), inner: fill(inner) };
          const value = { types, primaryType: 'Outer', domain: fields, message };
          const digest = digestOf(value);
          expect(digest).toBe(TypedDataEncoder.hash(fields, types, message));
          const theirs: unknown = { ...value, domain: forViem(fields) };
          expect(digest).toBe(hashTypedData(theirs as never));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of arbitrary JSON is refused, and never crashes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('v1' as const, 'v3' as const, 'v4' as const),
        (value, version) => {
          expect(refusal(() => digestOf(value, version)).code).toBe('request.invalid');
        },
      ),
    );
  });

  it('with one character changed is refused, or has another digest or the same meaning', () => {
    const text = JSON.stringify(mail);
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom(...Array.from('0aF"{}[],:x\\ ')),
        (at, character) => {
          try {
            parseTypedData('v4', text.slice(0, at) + character + text.slice(at + 1));
          } catch (error) {
            expect(error).toMatchObject({ code: 'request.invalid' });
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('typed data v1', () => {
  it('has the digest of the packed types, names and values as ethers packs them', () => {
    fc.assert(
      fc.property(
        fc.array(
          atomName.chain((type) => fc.tuple(fc.constant(type), valueOf[type] ?? fc.constant(null))),
          { minLength: 1, maxLength: 6 },
        ),
        (list) => {
          const entries = list.map(([type, value], i) => ({ type, name: `name ${i}`, value }));
          const schema = solidityPackedKeccak256(
            entries.map(() => 'string'),
            entries.map(({ type, name }) => `${type} ${name}`),
          );
          const values = solidityPackedKeccak256(
            entries.map(({ type }) => type),
            entries.map(({ value }) => value),
          );
          expect(digestOf(entries, 'v1')).toBe(keccak256(concat([schema, values])));
        },
      ),
    );
  });

  const entry = { type: 'uint8', name: 'a', value: 1 };
  it.each<[string, unknown, string]>([
    ['no entries', [], ''],
    ['an object', {}, ''],
    ['an entry that is text', ['a'], '/0'],
    ['an entry without a value', [{ type: 'uint8', name: 'a', x: 1 }], '/0/value'],
    ['a duplicate name', [entry, entry], '/1/name'],
    ['an empty name', [{ ...entry, name: '' }], '/0/name'],
    ['an array', [{ ...entry, type: 'uint8[]', value: [1] }], '/0/type'],
    ['an alias', [{ ...entry, type: 'uint' }], '/0/type'],
    ['a value out of range', [{ ...entry, value: 256 }], '/0/value'],
    ['more than 1000 entries', Array.from({ length: 1001 }, (_, i) => ({ ...entry, name: `n${i}` })), ''],
  ])('with %s is refused', (_, value, path) => {
    expect(refusal(() => digestOf(value, 'v1'))).toEqual({
      code: 'request.invalid',
      path: `/typed_data${path}`,
    });
  });

  const read = (value: unknown) => parseTypedData('v1', JSON.stringify(value));
  const named = (type: string, name: string, value: unknown) => ({ type, name, value });
  it.each([
    [
      'two strings that divide their characters differently',
      [named('string', 'a', 'xy'), named('string', 'b', 'z')],
      [named('string', 'a', 'x'), named('string', 'b', 'yz')],
    ],
    [
      'a name that contains the next entry',
      [named('string', 'note', 'a'), named('uint8', 'amount', 98)],
      [named('string', 'noteuint8 amount', 'ab')],
    ],
    [
      'a letter that belongs to the type or to the name before it',
      [named('uint8', 'a', 1), named('uint8', 'b', 2)],
      [named('uint8', 'au', 1), named('int8', 'b', 2)],
    ],
  ])('is ambiguous with %s', (_, one, other) => {
    expect(digestOf(one, 'v1')).toBe(digestOf(other, 'v1'));
    expect([read(one).isAmbiguous, read(other).isAmbiguous]).toEqual([true, true]);
  });

  it('is unambiguous only when it is one entry with a plain name', () => {
    expect(read([named('string', 'Message', 'Hi, Alice!')]).isAmbiguous).toBe(false);
    expect(parseTypedData('v4', JSON.stringify(mail)).isAmbiguous).toBe(false);
  });

  it('still has a digest for the example with spaces that wallets know', () => {
    const entries = [named('string', 'Message', 'Hi, Alice!'), named('uint32', 'A number', '1337')];
    expect(read(entries).isAmbiguous).toBe(true);
    expect(digestOf(entries, 'v1')).toMatch(/^0x[0-9a-f]{64}$/);
  });
});

describe("a primary type with a colon in its name, as Hyperliquid's", () => {
  const domain = {
    name: 'HyperliquidSignTransaction',
    version: '1',
    chainId: 42_161,
    verifyingContract: `0x${'00'.repeat(20)}`,
  };
  const field = fc.constantFrom('string', 'uint64', 'bool', 'address', 'bytes32', 'string[]', 'uint8[2]');
  const name = fc.stringMatching(/^[a-zA-Z_$][a-zA-Z0-9_$]{0,12}:[a-zA-Z_$][a-zA-Z0-9_$]{0,12}$/);
  const zeros: Readonly<Record<string, unknown>> = {
    string: 'x',
    uint64: '7',
    bool: true,
    address: `0x${'12'.repeat(20)}`,
    bytes32: `0x${'34'.repeat(32)}`,
    'string[]': ['a', 'b'],
    'uint8[2]': ['1', '2'],
  };

  it('has the digest that ethers and viem sign', () => {
    fc.assert(
      fc.property(name, fc.array(field, { maxLength: 6 }), (primaryType, fields) => {
        const types = { [primaryType]: fields.map((type, index) => ({ name: `f${index}`, type })) };
        const message = Object.fromEntries(fields.map((type, index) => [`f${index}`, zeros[type]]));
        const digest = digestOf({ types, primaryType, domain, message });
        expect(TypedDataEncoder.hash(domain, types, message)).toBe(digest);
        expect(hashTypedData({ domain, types, primaryType, message } as never)).toBe(digest);
      }),
      { seed: 7739, numRuns: 200 },
    );
  });

  const flat = [{ name: 'x', type: 'string' }];
  it.each<[string, object, string, unknown]>([
    ['holds a struct', { 'A:B': [{ name: 'x', type: 'C' }], C: flat }, 'A:B', { x: { x: '' } }],
    ['holds itself', { 'A:B': [{ name: 'x', type: 'A:B[]' }] }, 'A:B', { x: [] }],
    ['is held by another', { C: [{ name: 'x', type: 'A:B' }], 'A:B': flat }, 'C', { x: { x: '' } }],
    ['is not the primary type', { C: flat, 'A:B': flat }, 'C', { x: '' }],
    ['has the name of another before its colon', { 'A:B': flat, A: flat }, 'A:B', { x: '' }],
  ])('is refused where it %s, because libraries differ', (_, types, primaryType, message) => {
    expect(refusal(() => digestOf({ types, primaryType, domain, message })).path).toBe(
      '/typed_data/types/A:B',
    );
  });

  it.each(['A:', ':B', 'A::B', 'A:B:C', 'A:1', 'A: B'])('accepts only two identifiers: %s', (primaryType) => {
    expect(() =>
      digestOf({ types: { [primaryType]: flat }, primaryType, domain, message: { x: '' } }),
    ).toThrow('not an identifier');
  });
});
