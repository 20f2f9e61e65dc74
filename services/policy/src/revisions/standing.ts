import type { Revisions } from './revision-store.js';

/** How far the application's rules and the wallet's record have got. */
export type Standing = {
  readonly revision: bigint;
  /** The highest version seen of the wallet's sealed record; 1 when it was never re-sealed. */
  readonly recordFloor: bigint;
};

export type StandingDeps = {
  readonly readRevisions: (applicationId: string) => Promise<Revisions>;
  /** Read by a statement that starts after the call. */
  readonly readRecordFloor: (applicationId: string, walletId: string) => Promise<bigint>;
};

/**
 * Reads where an application and one of its wallets stand. A floor is read again only when some floor of the
 * application has changed since: what was read after revision n was current is at least as new as n.
 */
export function createStandingReader(
  { readRevisions, readRecordFloor }: StandingDeps,
  mostWallets: number,
): (applicationId: string, walletId: string) => Promise<Standing> {
  const floors = new Map<string, { readonly revision: bigint; readonly floor: bigint }>();
  return async (applicationId, walletId) => {
    const revisions = await readRevisions(applicationId);
    const key = JSON.stringify([applicationId, walletId]);
    const known = floors.get(key);
    if (known?.revision === revisions.floors) return { revision: revisions.rules, recordFloor: known.floor };
    const recordFloor = await readRecordFloor(applicationId, walletId);
    const [oldest] = floors.keys();
    if (floors.size >= mostWallets && oldest !== undefined) floors.delete(oldest);
    floors.set(key, { revision: revisions.floors, floor: recordFloor });
    return { revision: revisions.rules, recordFloor };
  };
}
