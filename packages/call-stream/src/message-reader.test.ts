import fc from 'fast-check';
import { BadMessage, MessageReader, prefixBytes, writePrefix } from './message-reader.js';

const mostBytes = 200_000;

const framed = (message: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(prefixBytes + message.length);
  bytes.set(message, prefixBytes);
  return writePrefix(bytes);
};

/** Cuts the bytes at the given places. The pieces are copies, because the reader wipes what it has taken. */
function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [
    0,
    ...cuts.map((cut) => Math.floor(cut * bytes.length)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((end, index) => Buffer.from(bytes.subarray(places[index], end)));
}

const sizes = fc.oneof(
  fc.nat({ max: 20 }),
  fc.constantFrom(65_535, 65_536, 65_537, mostBytes - 1, mostBytes),
  fc.nat({ max: mostBytes }),
);

it('messages of any size arrive whole and in order, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(sizes, { minLength: 1, maxLength: 4 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (lengths, cuts) => {
        const messages = lengths.map((length, index) => Buffer.alloc(length, index + 1));
        const account = { heldBytes: 0, maxHeldBytes: 2 * mostBytes };
        const reader = new MessageReader(account, mostBytes);
        const read: Buffer[] = [];
        for (const piece of piecesOf(Buffer.concat(messages.map(framed)), cuts))
          reader.read(piece, (message) => read.push(Buffer.from(message)) > 0);
        expect(read.map((message) => message.length)).toEqual(lengths);
        expect(Buffer.concat(read).equals(Buffer.concat(messages))).toBe(true);
        expect(reader.isBetweenMessages).toBe(true);
        expect(account.heldBytes).toBe(0);
      },
    ),
    { numRuns: 200 },
  );
});

it('messages arrive whole when each byte comes alone', () => {
  const messages = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('three')];
  const reader = new MessageReader({ heldBytes: 0, maxHeldBytes: 100 }, 10);
  const read: string[] = [];
  for (const byte of Buffer.concat(messages.map(framed)))
    reader.read(Buffer.from([byte]), (message) => read.push(message.toString()) > 0);
  expect(read).toEqual(['one', '', 'three']);
});

it.each([0, 3, 7])(
  'a message that is cut after byte %s is in no other memory when its reader has wiped it',
  (cut) => {
    const bytes = framed(Buffer.from('an access key'));
    const pieces = [Buffer.from(bytes.subarray(0, cut)), Buffer.from(bytes.subarray(cut))];
    const reader = new MessageReader({ heldBytes: 0, maxHeldBytes: 100 }, 20);
    const read: string[] = [];
    for (const piece of pieces)
      reader.read(piece, (message) => {
        read.push(message.toString());
        message.fill(0);
        return true;
      });
    expect(read).toEqual(['an access key']);
    expect(Buffer.concat(pieces).toString()).not.toMatch(/[a-z]/);
  },
);

it.each([1, 2, 255])('a message with the compression flag %s is refused', (flag) => {
  const bytes = framed(Buffer.from('x'));
  bytes[0] = flag;
  const reader = new MessageReader({ heldBytes: 0, maxHeldBytes: 100 }, 10);
  expect(() => {
    reader.read(bytes, () => true);
  }).toThrow(new BadMessage('compressed'));
});

it('a message is refused by its announced length, before any of it has come', () => {
  const bytes = framed(Buffer.alloc(11)).subarray(0, prefixBytes);
  const reader = new MessageReader({ heldBytes: 0, maxHeldBytes: 100 }, 10);
  expect(() => {
    reader.read(bytes, () => true);
  }).toThrow(new BadMessage('too-large'));
});

it('an announced message holds no more than has come, and little before', () => {
  const account = { heldBytes: 0, maxHeldBytes: 10 * mostBytes };
  const reader = new MessageReader(account, 5 * mostBytes);
  reader.read(framed(Buffer.alloc(5 * mostBytes)).subarray(0, 100), () => true);
  expect(account.heldBytes).toBeLessThanOrEqual(65_536);
  reader.drop();
  expect(account.heldBytes).toBe(0);
});
