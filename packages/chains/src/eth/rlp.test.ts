import { hexToBytes } from '@noble/hashes/utils.js';
import { encodeRlp as ethersEncode } from 'ethers';
import fc from 'fast-check';
import { refusal } from '../../test/refusal.js';
import { hexText } from '../hex-text.js';
import { decodeRlp, encodeRlp, rlpNumber, type RlpItem } from './rlp.js';

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie('item'), { maxLength: 5 }),
  ),
}));

type TextItem = string | TextItem[];
const asText = (value: RlpItem): TextItem =>
  value instanceof Uint8Array ? hexText(value) : value.map(asText);

describe('RLP', () => {
  it('is encoded as ethers encodes it, and read back', () => {
    fc.assert(
      fc.property(item, (value) => {
        const bytes = encodeRlp(value);
        expect(hexText(bytes)).toBe(ethersEncode(asText(value)));
        expect(decodeRlp(bytes, '')).toEqual(value);
      }),
    );
  });

  it('of random bytes is refused, or is exactly what encoding would give', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        let value: RlpItem;
        try {
          value = decodeRlp(bytes, '');
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' });
          return;
        }
        expect(encodeRlp(value)).toEqual(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it('of a list of a million items is encoded and read back', () => {
    const list = new Array<Uint8Array>(1_000_000).fill(Uint8Array.of(1));
    expect(decodeRlp(encodeRlp(list), '')).toHaveLength(1_000_000);
  });

  // Yellow Paper, appendix B, with the examples of the Ethereum wiki.
  it.each<[string, RlpItem, string]>([
    ['"dog"', Uint8Array.of(0x64, 0x6f, 0x67), '83646f67'],
    ['the empty string', new Uint8Array(), '80'],
    ['the empty list', [], 'c0'],
    ['zero', rlpNumber(0n), '80'],
    ['15', rlpNumber(15n), '0f'],
    ['1024', rlpNumber(1024n), '820400'],
    ['the set of three', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    ['56 bytes', new Uint8Array(56).fill(97), `b838${'61'.repeat(56)}`],
  ])('of %s is right', (_, value, hex) => {
    expect(encodeRlp(value)).toEqual(hexToBytes(hex));
  });

  it.each([
    ['nothing', ''],
    ['a byte after the end', '8000'],
    ['a single byte in a wrapper', '8101'],
    ['a short length in the long form', 'b80180'],
    ['55 bytes in the long form', `b837${'00'.repeat(55)}`],
    ['a length with a leading zero', `b90038${'00'.repeat(56)}`],
    ['a string that ends too early', '83646f'],
    ['a list that ends too early', 'c283'],
    ['a list whose last item runs over its end', 'c18180'],
    ['a truncated length', 'b9'],
    ['a length of 2^64 - 1', `bf${'ff'.repeat(8)}`],
    ['a list with a short length in the long form', 'f800'],
    ['ten levels of nesting', 'c9c8c7c6c5c4c3c2c1c0'],
  ])('with %s is refused', (_, hex) => {
    expect(refusal(() => decodeRlp(hexToBytes(hex), '/payload'))).toEqual({
      code: 'request.invalid',
      path: '/payload',
    });
  });
});
