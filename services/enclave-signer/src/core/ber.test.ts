import * as fc from 'fast-check';
import { MalformedBer, readBer } from './ber.js';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

it('reads elements of definite and of indefinite length', () => {
  const definite = readBer(bytes('30 06 0201 05 0401 aa'));
  const indefinite = readBer(bytes('30 80 0201 05 0401 aa 0000'));
  for (const { children } of [definite, indefinite])
    expect(children.map(({ tag, content }) => [tag, ...content])).toEqual([
      [2, 5],
      [4, 0xaa],
    ]);
});

it('reads lengths of two bytes, and keeps the encoding of each element', () => {
  const element = readBer(bytes(`30 8183 04 8180 ${'07'.repeat(128)}`));
  expect(element.children[0]?.content).toHaveLength(128);
  expect(element.children[0]?.encoding).toHaveLength(131);
  expect(readBer(bytes(`04 820100 ${'07'.repeat(256)}`)).content).toHaveLength(256);
});

it.each([
  ['nothing', ''],
  ['a tag with nothing after it', '30'],
  ['a length beyond the end', '04 05 aa'],
  ['a child that is longer than its parent', '30 03 04 05 aabbcc 0000'],
  ['bytes after the end', '04 01 aa 00'],
  ['an indefinite length of a primitive element', '04 80 aa 0000'],
  ['an indefinite length with no end-of-contents', '30 80 0401aa'],
  ['half an end-of-contents', '30 80 0401aa 00'],
  ['an end-of-contents inside a definite length', '30 02 0000'],
  ['an end-of-contents with a length', '30 80 0001'],
  ['a length that is longer than necessary', '04 8101 aa'],
  ['a length with a leading zero', `04 820080 ${'07'.repeat(128)}`],
  ['a length of four bytes', '04 84 00000001 aa'],
  ['a long tag', '1f 81 01 00'],
  ['endless nesting', '30 80 '.repeat(40)],
])('refuses %s', (_title, input) => {
  expect(() => readBer(bytes(input))).toThrow(MalformedBer);
});

it('refuses more than 64 KiB', () => {
  expect(() => readBer(new Uint8Array(64 * 1024 + 1))).toThrow('too long');
});

it('answers or throws MalformedBer for every byte string', () => {
  const elements = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(elements, (input) => {
      try {
        expect(readBer(input).encoding).toEqual(input);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedBer);
      }
    }),
    { numRuns: 5_000 },
  );
});
