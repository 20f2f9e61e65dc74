import { parseRedisUrl } from '@wallet-service/config';
import { untilItSucceeds } from '@wallet-service/test-kit/until';
import { createRedisStore } from '../src/redis-store.js';
import type { SharedStore } from '../src/shared-store.js';

export type StoreUnderTest = SharedStore & {
  /** What it has told the operator, with the errors. */
  readonly lines: readonly string[];
};

const opened: SharedStore[] = [];

/** A store with the keys of a gateway. `closeStores` closes it. */
export function openStore(url: string): StoreUnderTest {
  const lines: string[] = [];
  const told = ({ err }: { err?: Error }, message: string): void =>
    void lines.push(err ? `${message}: ${err.message}` : message);
  const store = createRedisStore({
    servers: parseRedisUrl(url),
    prefix: 'gateway:',
    logger: { warn: told, info: told },
  });
  opened.push(store);
  return { ...store, lines };
}

export async function closeStores(): Promise<void> {
  await Promise.all(opened.splice(0).map((store) => store.close()));
}

/** Uses every method on keys with this name. */
export async function expectAllToWork(store: SharedStore, name: string): Promise<void> {
  await store.ping();
  await store.set(name, 'one', 60_000);
  expect(await store.get(name)).toBe('one');
  expect(await store.setIfAbsent(name, 'two', 60_000)).toBe('one');
  await store.delete(name);
  expect(await store.setIfAbsent(name, 'two', 60_000)).toBeNull();
  const rate = { permits: 1, perMs: 3_600_000, burst: 1 };
  expect(await store.takePermit(`rate:${name}`, rate)).toMatchObject({ allowed: true });
  expect(await store.takePermit(`rate:${name}`, rate)).toMatchObject({ allowed: false });
  await store.addCounts(`counts:${name}`, { one: 1 }, 60_000);
  expect(await store.readCounts(`counts:${name}`)).toEqual({ one: 1 });
  await store.putLinesFirst(`lines:${name}`, ['one'], 1, 60_000);
  expect(await store.get(`lines:${name}`)).toBe('one');
}

export async function untilItAnswers(store: SharedStore): Promise<void> {
  await untilItSucceeds(() => store.ping());
}
