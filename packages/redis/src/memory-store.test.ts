import { createMemoryStore } from './memory-store.js';
import { StoreUnavailableError } from './shared-store.js';

describe('createMemoryStore', () => {
  it('forgets at the moment of expiry', async () => {
    let time = 0;
    const store = createMemoryStore({ now: () => time });
    await store.set('k', 'v', 100);
    time = 99;
    expect(await store.get('k')).toBe('v');
    time = 100;
    expect(await store.get('k')).toBeNull();
    expect(await store.setIfAbsent('k', 'w', 100)).toBeNull();
  });

  it('refuses new entries when it is full of unexpired ones, and accepts them again after these expire', async () => {
    let time = 0;
    const store = createMemoryStore({ now: () => time, maxEntries: 2 });
    await store.set('a', '1', 5_000);
    await store.set('b', '1', 50_000);
    await expect(store.setIfAbsent('c', '1', 100)).rejects.toThrow(StoreUnavailableError);
    await expect(store.takePermit('c', { permits: 1, perMs: 1, burst: 1 })).rejects.toThrow(
      StoreUnavailableError,
    );
    await store.set('a', '2', 5_000);
    expect(await store.get('b')).toBe('1');
    time = 5_000;
    await store.set('c', '1', 100);
    expect(await store.get('c')).toBe('1');
    expect(await store.get('b')).toBe('1');
  });
});
