import { RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from './directory-store.js';
import { weightOf, type Snapshot } from './snapshot.js';

/** Weighs nothing until it is loaded. */
type Held = { readonly revision: bigint; readonly snapshot: Promise<Snapshot>; readonly weight: number };

const mostCharacters = 64 * 1024 * 1024;

/**
 * Snapshots by application, at most `maxWeight` characters of them. One is served only for the revision that
 * the caller has just read, and it was loaded after somebody had read that revision: so it is never older than
 * that revision. Those who ask while a load is under way share it; a load that fails is not kept.
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
    // A later revision than the wanted one is as good: it was loaded after a change that this caller has not seen yet.
    return found && found.revision >= revision ? found.snapshot : start(wanted);
  };
}
