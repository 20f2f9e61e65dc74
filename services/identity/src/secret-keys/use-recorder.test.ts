import { createUseRecorder } from './use-recorder.js';

describe('createUseRecorder', () => {
  it('writes many uses of a key as one, with the latest time', async () => {
    let nowMs = 1_000;
    const written: unknown[] = [];
    const uses = createUseRecorder(
      (noted) => Promise.resolve(void written.push([...noted])),
      () => nowMs,
    );
    uses.note('a');
    uses.note('b');
    nowMs = 9_999;
    uses.note('a');
    await uses.flush();
    await uses.flush();
    expect(written).toEqual([
      [
        ['a', 9],
        ['b', 1],
      ],
    ]);
  });

  it('keeps what could not be written, unless a newer use exists', async () => {
    let nowMs = 1_000;
    const written: unknown[] = [];
    let fail = true;
    const uses = createUseRecorder(
      (noted) => {
        if (fail) return Promise.reject(new Error('down'));
        written.push([...noted].sort());
        return Promise.resolve();
      },
      () => nowMs,
    );
    uses.note('a');
    uses.note('b');
    const flushing = uses.flush();
    nowMs = 2_000;
    uses.note('a');
    await expect(flushing).rejects.toThrow('down');
    fail = false;
    await uses.flush();
    expect(written).toEqual([
      [
        ['a', 2],
        ['b', 1],
      ],
    ]);
  });
});
