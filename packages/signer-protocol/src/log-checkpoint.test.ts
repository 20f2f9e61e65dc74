import { emptyRoot } from '@wallet-service/transparency-log';
import fc from 'fast-check';
import { leavesOf, logOfLeaves } from '../test/log-of-leaves.js';
import {
  judgeLogStep,
  noCheckpoint,
  readLogCheckpoint,
  textOfLogCheckpoint,
  type LogCheckpoint,
} from './log-checkpoint.js';

const applicationId = 'app-a';
const log = logOfLeaves(applicationId, leavesOf(40));
const none = { oldSize: 0, hashes: [] };

describe('the text of a checkpoint', () => {
  it('has the application and the generation in its origin', () => {
    expect(textOfLogCheckpoint(log.at(5, 2))).toMatch(
      /^wallet-service\/journal\/app-a\/2\n5\n[\w+/]{43}=\n$/,
    );
    expect(textOfLogCheckpoint(noCheckpoint(applicationId))).toContain('/app-a/0\n0\n');
  });

  it('is read back', () => {
    for (const checkpoint of [log.at(1), log.at(40, 7), noCheckpoint('x')]) {
      const read = readLogCheckpoint(textOfLogCheckpoint(checkpoint));
      expect({ ...read, root: Buffer.from(read?.root ?? []) }).toEqual({
        ...checkpoint,
        root: Buffer.from(checkpoint.root),
      });
    }
  });

  const root = Buffer.from(log.at(5).root).toString('base64');
  it.each([
    ['of another kind of log', `example.com/log\n5\n${root}\n`],
    ['with a space in the application', `wallet-service/journal/a b/1\n5\n${root}\n`],
    ['with a slash in the application', `wallet-service/journal/a/b/1\n5\n${root}\n`],
    ['without a generation', `wallet-service/journal/a\n5\n${root}\n`],
    ['with a generation in another form', `wallet-service/journal/a/01\n5\n${root}\n`],
    ['with a generation above 2^53', `wallet-service/journal/a/9999999999999999\n5\n${root}\n`],
    ['with entries and no generation', `wallet-service/journal/a/0\n5\n${root}\n`],
    ['without entries and with their root', `wallet-service/journal/a/1\n0\n${root}\n`],
    ['with another line', `wallet-service/journal/a/1\n5\n${root}\nmore\n`],
  ])('%s is refused', (_, text) => {
    expect(readLogCheckpoint(text)).toBeUndefined();
  });
});

describe('judgeLogStep', () => {
  const step = async (last: LogCheckpoint, next: LogCheckpoint, of = log) => {
    const isStep = last.size >= 1 && last.size < next.size;
    const hashes = isStep ? await of.prove(last.size, next.size) : [];
    return judgeLogStep(last, next, { oldSize: last.size, hashes });
  };

  it('takes any first checkpoint', async () => {
    expect(await step(noCheckpoint(applicationId), log.at(9))).toBe('first');
    expect(await step(noCheckpoint(applicationId), log.at(9, 4))).toBe('first');
  });

  it('takes what extends the last one, at all sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (one, other) => {
          const [older, newer] = [Math.min(one, other), Math.max(one, other)];
          expect(await step(log.at(older), log.at(newer))).toBe(older === newer ? 'same' : 'extends');
          if (older < newer) expect(await step(log.at(newer), log.at(older))).toBe('rolled-back');
        },
      ),
    );
  });

  it('finds every journal in which an entry of the last one was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 39 }), fc.nat(39), async (size, fork) => {
        const forked = logOfLeaves(applicationId, leavesOf(40, Math.min(fork, size - 1)));
        expect(await step(log.at(size), forked.at(40), forked)).toBe('forked');
        expect(await step(log.at(size), forked.at(40), log)).toBe('forked');
        expect(await step(log.at(size), forked.at(size))).toBe('forked');
      }),
    );
  });

  it('needs a proof that begins with the last one', async () => {
    const hashes = await log.prove(7, 20);
    expect(judgeLogStep(log.at(8), log.at(20), { oldSize: 7, hashes })).toBe('proof-needed');
    expect(judgeLogStep(log.at(8), log.at(20), none)).toBe('proof-needed');
    expect(judgeLogStep(log.at(8), log.at(20), { oldSize: 8, hashes })).toBe('forked');
  });

  it('lets a new generation begin anywhere, and none come back', () => {
    expect(judgeLogStep(log.at(8), log.at(3, 2), none)).toBe('new-generation');
    expect(judgeLogStep(log.at(3, 2), log.at(20, 1), none)).toBe('rolled-back');
    expect(
      judgeLogStep(log.at(3, 2), { ...log.at(20), generation: 0, size: 0, root: emptyRoot() }, none),
    ).toBe('rolled-back');
    expect(judgeLogStep(noCheckpoint(applicationId), noCheckpoint(applicationId), none)).toBe('rolled-back');
  });
});
