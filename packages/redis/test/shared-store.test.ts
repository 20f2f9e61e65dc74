import { setTimeout as sleep } from 'node:timers/promises';
import { parseRedisUrl } from '@wallet-service/config';
import { createMemoryStore } from '../src/memory-store.js';
import { createRedisStore } from '../src/redis-store.js';
import type { SharedStore } from '../src/shared-store.js';

const { TEST_REDIS_URL, CI } = process.env;
const logger = { warn: () => undefined, info: () => undefined };
const prefix = `test-${Math.random()}:`;
const forms: [string, () => SharedStore][] = [['in the process', () => createMemoryStore({ now: Date.now })]];
if (TEST_REDIS_URL)
  forms.push([
    'on Redis',
    () => createRedisStore({ servers: parseRedisUrl(TEST_REDIS_URL), prefix, logger }),
  ]);
else console.warn('the Redis form is not tested: install redis-server or set TEST_REDIS_URL');

it('is tested in both forms when the run requires it', () => {
  if (CI) expect(TEST_REDIS_URL).toBeDefined();
});

describe.each(forms)('a shared store %s', (_, create) => {
  let store: SharedStore;
  beforeAll(() => {
    store = create();
  });
  afterAll(() => store.close());
  let count = 0;
  const newKey = (): string => `key-${count++}`;

  /** A hundred at once: a busy machine may take longer than a second for more, which is how long a call waits. */
  async function askedBy<Answer>(callers: number, ask: (index: number) => Promise<Answer>) {
    const answers: Answer[] = [];
    while (answers.length < callers) {
      const first = answers.length;
      answers.push(...(await Promise.all(Array.from({ length: 100 }, (_unused, at) => ask(first + at)))));
    }
    return answers;
  }

  it('reads what was set, until it is deleted', async () => {
    const key = newKey();
    expect(await store.get(key)).toBeNull();
    await store.set(key, 'one', 60_000);
    await store.set(key, 'two \u{1f511}', 60_000);
    expect(await store.get(key)).toBe('two \u{1f511}');
    await store.delete(key);
    await store.delete(key);
    expect(await store.get(key)).toBeNull();
  });

  it('forgets after the time to live', async () => {
    const key = newKey();
    await store.set(key, 'v', 30);
    await sleep(60);
    expect(await store.get(key)).toBeNull();
    expect(await store.setIfAbsent(key, 'w', 30)).toBeNull();
    await sleep(60);
    expect(await store.setIfAbsent(key, 'x', 30)).toBeNull();
  });

  it('lets one of a thousand callers win and shows its value to the others', async () => {
    const key = newKey();
    const answers = await askedBy(1_000, (index) => store.setIfAbsent(key, `v${index}`, 60_000));
    const winner = answers.indexOf(null);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers.filter((answer) => answer !== null))).toEqual(new Set([`v${winner}`]));
    expect(await store.get(key)).toBe(`v${winner}`);
  });

  it('does not extend the lifetime of an existing value', async () => {
    const key = newKey();
    await store.setIfAbsent(key, 'first', 80);
    expect(await store.setIfAbsent(key, 'second', 60_000)).toBe('first');
    await sleep(120);
    expect(await store.get(key)).toBeNull();
  });

  it('adds to counts of many callers, and loses none', async () => {
    const key = newKey();
    expect(await store.readCounts(key)).toEqual({});
    await askedBy(500, (index) => store.addCounts(key, { all: 1, [`of-${index % 2}`]: 2 }, 60_000));
    expect(await store.readCounts(key)).toEqual({ all: 500, 'of-0': 500, 'of-1': 500 });
  });

  it('forgets counts after the time to live, which begins again with each addition', async () => {
    const key = newKey();
    await store.addCounts(key, { one: 1 }, 400);
    await sleep(250);
    await store.addCounts(key, { one: 1 }, 400);
    await sleep(250);
    expect(await store.readCounts(key)).toEqual({ one: 2 });
    await sleep(400);
    expect(await store.readCounts(key)).toEqual({});
  });

  it('puts lines first, keeps so many, and forgets them after the time to live, which begins again', async () => {
    const key = newKey();
    await store.putLinesFirst(key, ['b', 'a'], 3, 400);
    expect(await store.get(key)).toBe('b\na');
    await sleep(250);
    await store.putLinesFirst(key, ['d', 'c'], 3, 400);
    expect(await store.get(key)).toBe('d\nc\nb');
    await sleep(250);
    await store.putLinesFirst(key, ['h', 'g', 'f', 'e'], 3, 400);
    expect(await store.get(key)).toBe('h\ng\nf');
    await sleep(450);
    expect(await store.get(key)).toBeNull();
  });

  it('loses no line of many callers', async () => {
    const key = newKey();
    await askedBy(300, (index) => store.putLinesFirst(key, [String(index)], 300, 60_000));
    const kept = (await store.get(key))
      ?.split('\n')
      .map(Number)
      .toSorted((one, other) => one - other);
    expect(kept).toEqual(Array.from({ length: 300 }, (_unused, index) => index));
  });

  it('gives a burst of permits, says when the next one is due, and gives it then', async () => {
    const key = newKey();
    const rate = { permits: 4, perMs: 1_000, burst: 3 };
    const permits = [];
    for (let attempt = 0; attempt < 4; attempt++) permits.push(await store.takePermit(key, rate));
    expect(permits.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(permits.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    expect(permits.every(({ limit }) => limit === 3)).toBe(true);
    const refused = permits[3];
    expect(refused?.retryAfterMs).toBeGreaterThan(100);
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(250);
    expect(refused?.resetMs).toBeLessThanOrEqual(750);
    await sleep((refused?.retryAfterMs ?? 0) + 5);
    expect(await store.takePermit(key, rate)).toMatchObject({ allowed: true, remaining: 0, retryAfterMs: 0 });
  });

  it('gives no permit twice under concurrency', async () => {
    const key = newKey();
    const rate = { permits: 50, perMs: 3_600_000, burst: 50 };
    const permits = await askedBy(500, () => store.takePermit(key, rate));
    expect(permits.filter(({ allowed }) => allowed)).toHaveLength(50);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d as a time to live', async (ttlMs) => {
    await expect(store.set(newKey(), 'v', ttlMs)).rejects.toThrow(RangeError);
    await expect(store.setIfAbsent(newKey(), 'v', ttlMs)).rejects.toThrow(RangeError);
  });

  it.each([
    { permits: 0, perMs: 1, burst: 1 },
    { permits: 1, perMs: 0, burst: 1 },
    { permits: 1, perMs: 1, burst: 0 },
  ])('refuses the rate %j', async (rate) => {
    await expect(store.takePermit(newKey(), rate)).rejects.toThrow(RangeError);
  });

  it('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });
});
