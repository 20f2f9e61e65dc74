import { defaultFeatures, defaultSettings } from '../directory/application.js';
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

const cacheOf = (
  load: (id: string) => Promise<Snapshot>,
  changes: Partial<Parameters<typeof createSnapshotCache>[0]> = {},
) =>
  createSnapshotCache({
    load,
    findByApplicationId: (applicationId) => Promise.resolve({ applicationId, revision: 2n }),
    onFallen: () => {
      throw new Error('it did not fall');
    },
    ...changes,
  });

describe('createSnapshotCache', () => {
  it('loads once per revision, and again when the revision rises', async () => {
    const { loads, load } = counting();
    const cache = cacheOf(load);
    const get = async (revision: bigint) => (await cache({ applicationId: 'a', revision })).application.name;
    expect(await Promise.all([get(1n), get(1n), get(1n)])).toEqual(['a 1', 'a 1', 'a 1']);
    expect(await get(2n)).toBe('a 2');
    expect(await get(2n)).toBe('a 2');
    expect(loads).toHaveLength(2);
  });

  it('serves a later revision to a caller that read an earlier one, but never the reverse', async () => {
    const { load } = counting();
    const cache = cacheOf(load);
    const late = cache({ applicationId: 'a', revision: 2n });
    const early = cache({ applicationId: 'a', revision: 1n });
    expect(await early).toBe(await late);
    expect(await cache({ applicationId: 'a', revision: 3n })).not.toBe(await late);
  });

  it('reports a revision that fell, and never again uses what it cached under the higher one', async () => {
    const { load } = counting();
    const present = { applicationId: 'a', revision: 1_000_002n };
    const fallen: bigint[] = [];
    const cache = cacheOf(load, {
      findByApplicationId: () => Promise.resolve({ ...present }),
      onFallen: ({ revision }) => fallen.push(revision),
    });
    const get = async () => (await cache({ ...present })).application.name;
    expect(await get()).toBe('a 1');
    present.revision = 2n;
    expect(await get()).toBe('a 2');
    expect(fallen).toEqual([2n]);
    present.revision = 3n;
    expect(await get()).toBe('a 3');
    expect(fallen).toEqual([2n]);
  });

  it('forgets a load that failed', async () => {
    let fail = true;
    const cache = cacheOf(() => (fail ? Promise.reject(new Error('down')) : Promise.resolve(snapshot('a'))));
    await expect(cache({ applicationId: 'a', revision: 1n })).rejects.toThrow('down');
    fail = false;
    await expect(cache({ applicationId: 'a', revision: 1n })).resolves.toBeDefined();
  });

  it('drops the least recently used entry when it grows too big', async () => {
    const { loads, load } = counting();
    const cache = cacheOf(load, { maxWeight: 5_000 });
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
