/** How often one looks that leaves entries to another replica. */
const lookEveryMs = 1_000;

/**
 * Whether this replica leaves entries to another one. It does so once it finds that another is moving them: then it
 * looks seldom, and moves only what has waited twice as long, because the other one has ended. So replicas that find
 * the same entries do not go on asking for each other's locks.
 */
export type SecondReplica = {
  readonly mayLook: () => boolean;
  /** How long entries wait before this replica moves them. */
  readonly waitMs: () => number;
  /** It found entries, and moved some, or another replica was moving all of them. */
  readonly found: (movedSome: boolean) => void;
  /** A turn has ended. */
  readonly looked: (anyWaits: boolean) => void;
};

export function createSecondReplica(waitMs: number, now: () => number): SecondReplica {
  let isSecond = false;
  let looksAt = -Infinity;
  return {
    mayLook: () => now() >= looksAt,
    waitMs: () => (isSecond ? 2 * waitMs : waitMs),
    found: (movedSome) => {
      isSecond = !movedSome;
    },
    looked: (anyWaits) => {
      isSecond &&= anyWaits;
      looksAt = isSecond ? now() + lookEveryMs : -Infinity;
    },
  };
}
