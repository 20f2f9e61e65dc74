export type ReadinessDeps = {
  readonly stopping: () => boolean;
  /** Whether every service that signing needs has an open connection. */
  readonly connected: () => boolean;
  /** Whether the services that every request needs answer within that time. */
  readonly serving: (timeoutMs: number) => Promise<boolean>;
  /** Milliseconds. */
  readonly now: () => number;
};

const answerWithinMs = 1_000;
const keptMs = 1_000;

/**
 * Whether this gateway should get requests. An open connection is not enough, because a hung process keeps
 * its connections. The services' answers are kept for a second and shared by all probes, so that probes never
 * become a load.
 */
export function createReadiness({
  stopping,
  connected,
  serving,
  now,
}: ReadinessDeps): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let keptUntil = 0;

  async function ask(): Promise<boolean> {
    const isServing = await serving(answerWithinMs).catch(() => false);
    keptUntil = now() + keptMs;
    return isServing;
  }

  return async () => {
    if (stopping() || !connected()) return false;
    if (!answer || now() >= keptUntil) {
      keptUntil = Infinity;
      answer = ask();
    }
    return (await answer) && !stopping();
  };
}
