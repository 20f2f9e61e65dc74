import { Buffer } from 'node:buffer';

// What makes a value heavy: many parts, depth, length, or being hard to read. Each form has about the requested number
// of bytes.

export const of = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => value(index));
export const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
export const members = (count: number) => Object.fromEntries(of(count, (i) => [`m${i}`, 1]));
export const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

export const values: Readonly<Record<string, (bytes: number) => unknown>> = {
  text: (bytes) => 'x'.repeat(bytes),
  'escaped text': (bytes) => '\u0001"\\é'.repeat(bytes / 14),
  'text of astral characters': (bytes) => '\u{1f600}'.repeat(bytes / 4),
  base64: (bytes) => Buffer.alloc(Math.floor((bytes * 3) / 4), 7).toString('base64'),
  hex: (bytes) => `0x${'ab'.repeat(bytes / 2)}`,
  digits: (bytes) => '9'.repeat(bytes),
  'digits in base58': (bytes) => '1z'.repeat(bytes / 2),
  'JSON as text': (bytes) => JSON.stringify(of(bytes / 4, () => [])),
  'a token': (bytes) => `${'eyJhIjoi'.repeat(bytes / 16)}.${'eyJhIjoi'.repeat(bytes / 16)}.AAAA`,
  numbers: (bytes) => of(Math.min(9000, bytes / 3), (i) => i),
  'the same number': (bytes) => of(Math.min(9000, bytes / 2), () => 1),
  texts: (bytes) => of(Math.min(9000, bytes / 13), (i) => `item-${i}`),
  addresses: (bytes) => of(bytes / 45, address),
  objects: (bytes) => of(Math.min(4000, bytes / 16), (i) => ({ a: i })),
  'empty arrays': (bytes) => of(Math.min(9000, bytes / 3), () => []),
  nesting: (bytes) => of(Math.min(300, bytes / 60), () => nested(25)),
  members: (bytes) => members(Math.min(990, bytes / 10)),
};
