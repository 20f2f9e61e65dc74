import { defaultFeatures, defaultSettings } from '../applications/application.js';
import { createSnapshotCache } from './snapshot-cache.js';
import type { Snapshot } from './snapshot.js';

const snapshot = (name: string): Snapshot => ({
  application: {
    id: name,
    name,
    apiKey: 'pk_',
    settings: defaultSettings,
    features: defaultFeatures,
    timeCreated: 0,
    timeUpdated: 0,
  },
  providers: new Map(),
  secretKeys: new Map(),
});

function counting() {
  const loads: string[] = [];
  return {
    loads,
    load: (id: string) => {
      loads.push(id);
      return Promise.resolve(snapshot(`${id} ${loads.length}`));
    },
  };
}

describe('createSnapshotCache', () => {
  it('loads once for a revision, and again when the revision rises', async () => {
    const { loads, load } = counting();
    const cache = createSnapshotCache(load, 1_000_000);
    const get = async (revision: bigint) => (await cache({ applicationId: 'a', revision })).application.name;
    expect(await Promise.all([get(1n), get(1n), get(1n)])).toEqual(['a 1', 'a 1', 'a 1']);
    expect(await get(2n)).toBe('a 2');
    expect(await get(2n)).toBe('a 2');
    expect(loads).toHaveLength(2);
  });

  it('serves a later revision to one who has read an earlier one, and never the other way round', async () => {
    const { load } = counting();
    const cache = createSnapshotCache(load, 1_000_000);
    const late = cache({ applicationId: 'a', revision: 2n });
    const early = cache({ applicationId: 'a', revision: 1n });
    expect(await early).toBe(await late);
    expect(await cache({ applicationId: 'a', revision: 3n })).not.toBe(await late);
  });

  it('forgets a load that failed', async () => {
    let fail = true;
    const cache = createSnapshotCache(
      () => (fail ? Promise.reject(new Error('down')) : Promise.resolve(snapshot('a'))),
      1_000_000,
    );
    await expect(cache({ applicationId: 'a', revision: 1n })).rejects.toThrow('down');
    fail = false;
    await expect(cache({ applicationId: 'a', revision: 1n })).resolves.toBeDefined();
  });

  it('lets the longest unused go when it grows too big', async () => {
    const { loads, load } = counting();
    const cache = createSnapshotCache(load, 5_000);
    const get = (applicationId: string) => cache({ applicationId, revision: 1n });
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    await get('a');
    expect(loads).toEqual(['a', 'b', 'c']);
    await get('b');
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });
});
