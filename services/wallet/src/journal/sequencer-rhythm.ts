/** How long entries gather, so that one transaction moves many. */
export const gatherMs = 500;

const whileEntriesWaitMs = 200;
/** Not longer than entries gather: who finds an entry young then comes back in time. */
const whileNoneWaitsMs = 500;

/** From one turn of the sequencer to the next. A process whose applications do nothing looks less often. */
export const pauseOfSequencer = (didEntriesWait: boolean): number =>
  didEntriesWait ? whileEntriesWaitMs : whileNoneWaitsMs;

/**
 * How long a process that serves nobody rests. It moves its own entries at once. What it finds by itself was left by
 * another process that was killed.
 */
export const restMs = 5_000;
