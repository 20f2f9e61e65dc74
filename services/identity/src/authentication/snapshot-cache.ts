import { RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from './directory-store.js';
import { weightOf, type Snapshot } from './snapshot.js';

/** Weighs nothing until it is loaded. */
type Held = { readonly revision: bigint; readonly snapshot: Promise<Snapshot>; readonly weight: number };

const mostCharacters = 64 * 1024 * 1024;

/**
 * Caches snapshots by application, at most `maxWeight` characters. A snapshot is returned only for the
 * revision that the caller has just read, and was loaded after somebody had read that revision. So it is
 * never older than the revision. Callers during a load share it. Failed loads are not cached.
 */
export function createSnapshotCache(
  load: (applicationId: string) => Promise<Snapshot>,
  maxWeight = mostCharacters,
): (entry: DirectoryEntry) => Promise<Snapshot> {
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

  return (wanted) => {
    const { applicationId, revision } = wanted;
    const found = held.get(applicationId);
    // A later revision is fine too: it was loaded after a change that this caller has not seen yet.
    return found && found.revision >= revision ? found.snapshot : start(wanted);
  };
}
