import { RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from '../directory/directory-store.js';
import { weightOf, type Snapshot } from './snapshot.js';

export type SnapshotCacheDeps = {
  readonly load: (applicationId: string) => Promise<Snapshot>;
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (applicationId: string) => Promise<DirectoryEntry | undefined>;
  /** Called when the revision of an application is lower than one that was read before. */
  readonly onFallen: (entry: DirectoryEntry) => void;
  readonly maxWeight?: number;
};

/** Weighs nothing until it is loaded. */
type Held = { readonly revision: bigint; readonly snapshot: Promise<Snapshot>; readonly weight: number };

const mostCharacters = 64 * 1024 * 1024;

/**
 * Caches snapshots by application, at most `maxWeight` characters. A snapshot is returned only for the
 * revision that the caller has just read, and was loaded after somebody had read that revision. So it is
 * never older than the revision. Callers during a load share it. Failed loads are not cached.
 *
 * A revision that fell was put back by somebody else. It is reported, and everything is loaded again.
 */
export function createSnapshotCache({
  load,
  findByApplicationId,
  onFallen,
  maxWeight = mostCharacters,
}: SnapshotCacheDeps): (entry: DirectoryEntry) => Promise<Snapshot> {
  const held = new RecentlyUsed<string, Held>('identity.snapshots', maxWeight, ({ weight }) => weight);

  function start({ applicationId, revision }: DirectoryEntry): Promise<Snapshot> {
    const entry: Held = { revision, snapshot: load(applicationId), weight: 0 };
    held.set(applicationId, entry);
    entry.snapshot.then(
      (snapshot) => {
        if (held.get(applicationId) === entry)
          held.set(applicationId, { ...entry, weight: weightOf(snapshot) });
      },
      () => {
        if (held.get(applicationId) === entry) held.delete(applicationId);
      },
    );
    return entry.snapshot;
  }

  async function snapshotOf(wanted: DirectoryEntry): Promise<Snapshot> {
    const { applicationId, revision } = wanted;
    const found = held.get(applicationId);
    if (!found || found.revision < revision) return start(wanted);
    if (found.revision === revision) return found.snapshot;
    // Lower than the one held. Another caller may have read a later one meanwhile; only a new reading tells.
    const present = (await findByApplicationId(applicationId)) ?? wanted;
    if (present.revision >= found.revision) return snapshotOf(present);
    onFallen(present);
    return start(present);
  }

  return snapshotOf;
}
