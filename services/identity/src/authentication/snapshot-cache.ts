import type { DirectoryEntry } from './directory-store.js';
import { weightOf, type Snapshot } from './snapshot.js';

type Held = { readonly revision: bigint; readonly snapshot: Promise<Snapshot>; weight: number };

/**
 * Snapshots by application, at most `maxWeight` characters of them, the longest unused leaving first. One is
 * served only for the revision that the caller has just read, and it was loaded after somebody had read that
 * revision: so it is never older than that revision. Those who ask while a load is under way share it; a load
 * that fails is not kept.
 */
export function createSnapshotCache(
  load: (applicationId: string) => Promise<Snapshot>,
  maxWeight: number,
): (entry: DirectoryEntry) => Promise<Snapshot> {
  const held = new Map<string, Held>();
  let weight = 0;

  function forget(applicationId: string): void {
    weight -= held.get(applicationId)?.weight ?? 0;
    held.delete(applicationId);
  }

  function start({ applicationId, revision }: DirectoryEntry): Promise<Snapshot> {
    const entry: Held = { revision, snapshot: load(applicationId), weight: 0 };
    held.set(applicationId, entry);
    entry.snapshot.then(
      (snapshot) => {
        if (held.get(applicationId) !== entry) return;
        entry.weight = weightOf(snapshot);
        weight += entry.weight;
        for (const oldest of held.keys()) {
          if (weight <= maxWeight) break;
          forget(oldest);
        }
      },
      () => {
        if (held.get(applicationId) === entry) forget(applicationId);
      },
    );
    return entry.snapshot;
  }

  return (wanted) => {
    const { applicationId, revision } = wanted;
    const found = held.get(applicationId);
    // A later revision than the wanted one is as good: it was loaded after a change that this caller has not seen yet.
    if (found && found.revision >= revision) {
      held.delete(applicationId);
      held.set(applicationId, found);
      return found.snapshot;
    }
    forget(applicationId);
    return start(wanted);
  };
}
