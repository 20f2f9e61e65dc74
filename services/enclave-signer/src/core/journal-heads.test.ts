import { JournalHeads } from './journal-heads.js';

const head = (seq: number, byte = seq) => ({ seq: BigInt(seq), hash: new Uint8Array(32).fill(byte) });

describe('JournalHeads', () => {
  it('accepts the same head again, and a later one', () => {
    const heads = new JournalHeads(10);
    for (const seq of [3, 3, 4, 9]) heads.advance('app', head(seq));
  });

  it.each([
    ['an earlier head', head(2)],
    ['another entry in place of the last one', head(3, 7)],
  ])('refuses %s, and keeps what it had', (_, refused) => {
    const heads = new JournalHeads(10);
    heads.advance('app', head(3));
    expect(() => {
      heads.advance('app', refused);
    }).toThrow('further on');
    heads.advance('app', head(3));
  });

  it('keeps applications apart, and drops the least recently seen one when it is full', () => {
    const heads = new JournalHeads(2);
    for (const name of ['a', 'b', 'c']) heads.advance(name, head(3));
    heads.advance('a', head(1));
    expect(() => {
      heads.advance('c', head(1));
    }).toThrow('further on');
  });
});
