import { HighWaterMarks } from './high-water-marks.js';

describe('HighWaterMarks', () => {
  it('refuses versions below the highest one opened, and accepts that one and higher ones', () => {
    const marks = new HighWaterMarks(10);
    marks.raise('app', 'wallet', 3);
    expect(() => {
      marks.check('app', 'wallet', 2);
    }).toThrow('older version');
    for (const version of [3, 4]) marks.check('app', 'wallet', version);
    marks.raise('app', 'wallet', 2);
    expect(() => {
      marks.check('app', 'wallet', 2);
    }).toThrow('older version');
  });

  it('keeps wallets and applications apart', () => {
    const marks = new HighWaterMarks(10);
    marks.raise('app', 'wallet', 3);
    marks.check('app', 'other', 1);
    marks.check('other', 'wallet', 1);
    marks.raise('["a","b"]', 'c', 2);
    marks.check('a', '"b"],"c', 1);
  });

  it('remembers nothing about records that were never re-sealed, and drops the oldest entry when it is full', () => {
    const marks = new HighWaterMarks(2);
    marks.raise('app', 'first', 1);
    expect(marks.size).toBe(0);
    for (const wallet of ['a', 'b', 'c']) marks.raise('app', wallet, 2);
    expect(marks.size).toBe(2);
    marks.check('app', 'a', 1);
    expect(() => {
      marks.check('app', 'c', 1);
    }).toThrow('older version');
  });
});
