import { createMemoryStore, StoreUnavailableError } from '@wallet-service/redis';
import { createRefusalNotes, mostAtOnce, mostKept } from './refusal-notes.js';

const dayMs = 24 * 3_600_000;
let time = 20_000 * dayMs;
const now = (): number => time;
const store = createMemoryStore({ now });
const refused = (traceId: string) => ({
  ...{
    traceId,
    time: time / 1_000,
    method: 'POST',
    path: '/v2/wallet',
    status: 401,
    code: 'auth.token-expired',
  },
});

it('shows what two gateways noted, newest first, and of this application alone', async () => {
  const [one, other] = [createRefusalNotes({ store, now }), createRefusalNotes({ store, now })];
  one.note('a', refused('first'));
  one.note('a', refused('second'));
  one.note('b', refused('of another'));
  await one.share();
  other.note('a', refused('third'));
  expect((await other.read('a')).map(({ traceId }) => traceId)).toEqual(['third', 'second', 'first']);
  expect(await other.read('c')).toEqual([]);
});

it('keeps a number of each, so that a flood at one takes nothing from another', async () => {
  const notes = createRefusalNotes({ store, now });
  notes.note('quiet', refused('quiet'));
  for (let round = 0; round < mostKept / mostAtOnce + 2; round++) {
    for (let at = 0; at < 1_000; at++) notes.note('flooded', refused(`${round}-${at}`));
    await notes.share();
  }
  expect(await notes.read('flooded')).toHaveLength(mostKept);
  expect(await notes.read('quiet')).toMatchObject([{ traceId: 'quiet' }]);
});

it('forgets after eight days, also while newer ones come', async () => {
  const notes = createRefusalNotes({ store, now });
  notes.note('aged', refused('old'));
  await notes.share();
  time += 7 * dayMs;
  notes.note('aged', refused('new'));
  expect(await notes.read('aged')).toHaveLength(2);
  time += 2 * dayMs;
  expect(await notes.read('aged')).toMatchObject([{ traceId: 'new' }]);
});

it('skips what is no note, and says so when the store is away', async () => {
  await store.putLinesFirst('refusals:odd', ['{', 'null', '[]', '{"traceId":7}'], 10, 1_000);
  const notes = createRefusalNotes({ store, now });
  notes.note('odd', refused('kept'));
  expect(await notes.read('odd')).toMatchObject([{ traceId: 'kept' }]);
  const away = () => Promise.reject(new StoreUnavailableError('away'));
  const without = createRefusalNotes({ store: { get: away, putLinesFirst: away }, now });
  without.note('a', refused('lost'));
  await without.share();
  await expect(without.read('a')).rejects.toMatchObject({ code: 'service.unavailable' });
});
