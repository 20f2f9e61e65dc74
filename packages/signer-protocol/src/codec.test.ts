import { decodeMessage, encodeMessage, MalformedMessage, type MessageTable } from './codec.js';

const table = {
  text: { no: 1, type: 'string' },
  small: { no: 2, type: 'uint32' },
  flag: { no: 3, type: 'bool' },
  parts: { no: 4, type: 'bytes', repeated: true },
  inner: { no: 5, type: { name: { no: 1, type: 'string' } } },
  signed: { no: 6, type: 'int64' },
} as const satisfies MessageTable;

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('decodeMessage', () => {
  it('gives zero values to fields that are absent', () => {
    expect(decodeMessage(table, bytes())).toEqual({
      text: '',
      small: 0,
      flag: false,
      parts: [],
      inner: undefined,
      signed: 0n,
    });
  });

  it('skips fields that it does not know, of every wire type', () => {
    const unknown = bytes(0x78, 1, 0x7a, 2, 9, 9, 0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7d, 1, 2, 3, 4, 0x10, 7);
    expect(decodeMessage(table, unknown).small).toBe(7);
  });

  it('copies bytes, so that a reused buffer changes nothing', () => {
    const buffer = bytes(0x22, 1, 5);
    const { parts } = decodeMessage(table, buffer);
    buffer.fill(0);
    expect(parts).toEqual([bytes(5)]);
  });

  it.each([
    ['a truncated field', bytes(0x0a, 5, 65)],
    ['a truncated length', bytes(0x0a)],
    ['a length beyond any buffer', bytes(0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01)],
    ['an endless varint', bytes(0x10, ...Array<number>(11).fill(0xff))],
    ['a varint of more than 64 bits', bytes(0x10, ...Array<number>(9).fill(0xff), 0x7f)],
    ['a uint32 of more than 32 bits', bytes(0x10, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['a bool that is neither 0 nor 1', bytes(0x18, 2)],
    ['text that is not UTF-8', bytes(0x0a, 2, 0xc3, 0x28)],
    ['a number where text belongs', bytes(0x08, 1)],
    ['text where a number belongs', bytes(0x12, 1, 65)],
    ['a duplicate singular field', bytes(0x10, 1, 0x10, 2)],
    ['a duplicate singular message', bytes(0x2a, 0, 0x2a, 0)],
    ['a group', bytes(0x7b, 0x7c)],
    ['field number 0', bytes(0x00, 0)],
    ['a truncated inner message', bytes(0x2a, 2, 0x0a, 5)],
    ['a truncated fixed-width field', bytes(0x79, 1, 2)],
  ])('refuses %s', (_title, input) => {
    expect(() => decodeMessage(table, input)).toThrow(MalformedMessage);
  });

  it('keeps the byte-order mark of a text', () => {
    expect(decodeMessage(table, bytes(0x0a, 3, 0xef, 0xbb, 0xbf)).text).toBe('\ufeff');
  });
});

describe('encodeMessage', () => {
  it('refuses numbers that do not fit', () => {
    const value = { text: '', small: 2 ** 32, flag: false, parts: [], inner: undefined, signed: 0n };
    expect(() => encodeMessage(table, value)).toThrow(RangeError);
    expect(() => encodeMessage(table, { ...value, small: 0, signed: 2n ** 63n })).toThrow(RangeError);
  });

  it('writes repeated fields even when they are empty, and negative numbers in ten bytes', () => {
    const value = {
      text: '',
      small: 0,
      flag: true,
      parts: [bytes(), bytes(1)],
      inner: { name: 'x' },
      signed: -1n,
    };
    expect(decodeMessage(table, encodeMessage(table, value))).toEqual(value);
  });
});
