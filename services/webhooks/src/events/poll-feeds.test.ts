import type { FeedDuty } from './cursor-store.js';
import { createFeedPoller } from './poll-feeds.js';

const duty = (applicationId: string): FeedDuty => ({ applicationId, source: 'wallet', position: 0n });
const empty = { events: [], next: 0n, more: false };

it('waits for no feed that hangs: the others are read in the next rounds, and it ends when that one does', async () => {
  let release: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const rounds = [[duty('bad'), duty('good')], [duty('good')], []];
  const read: string[] = [];
  const failed: string[] = [];
  const poller = createFeedPoller({
    lockDue: () => Promise.resolve(rounds.shift() ?? []),
    readFeed: async (_, applicationId) => {
      if (applicationId === 'bad') {
        await hanging;
        throw new Error('no answer');
      }
      return empty;
    },
    fanOut: ({ applicationId }) => {
      read.push(applicationId);
      return Promise.resolve();
    },
    onError: (_, { applicationId }) => failed.push(applicationId),
  });
  for (let round = 0; round < 3; round++) await poller.poll();
  expect([read, failed]).toEqual([['good', 'good'], []]);
  release();
  await poller.settled();
  expect(failed).toEqual(['bad']);
});

it('takes no more feeds than there are places', async () => {
  const asked: number[] = [];
  const never = new Promise<never>(() => undefined);
  const poller = createFeedPoller({
    lockDue: (limit) => {
      asked.push(limit);
      return Promise.resolve([duty('a'), duty('b')]);
    },
    readFeed: () => never,
    fanOut: () => Promise.resolve(),
    onError: () => undefined,
  });
  await poller.poll();
  await poller.poll();
  expect(asked).toEqual([50, 48]);
});
