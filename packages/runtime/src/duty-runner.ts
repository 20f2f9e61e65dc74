import { setTimeout as sleep } from 'node:timers/promises';

export type DutyRunnerOptions<Duty> = {
  /** Takes at most `limit` due duties. No other replica gets them meanwhile. */
  readonly lockDue: (limit: number) => Promise<readonly Duty[]>;
  /** Resolves to whether more may be due now, because of this one. */
  readonly carryOut: (duty: Duty) => Promise<boolean>;
  readonly onError: (error: unknown, duty: Duty) => void;
  /** How many duties this process carries out at once. */
  readonly places: number;
};

export type DutyRunner = {
  /** Takes what is due and begins it, for `repeat`. True if there may be more to do at once. */
  readonly round: () => Promise<boolean>;
  /** Resolves when no duty is under way. */
  readonly settled: () => Promise<void>;
};

/** A round waits this long for the duties that it began. Slower ones go on during the next rounds. */
const patienceMs = 250;

/**
 * Carries out work that replicas share. A duty that is slow or fails occupies one place and delays no other
 * duty.
 */
export function createDutyRunner<Duty>(options: DutyRunnerOptions<Duty>): DutyRunner {
  const { lockDue, carryOut, onError, places } = options;
  const underWay = new Set<Promise<boolean>>();

  function begin(duty: Duty): Promise<boolean> {
    const done = carryOut(duty)
      .catch((error: unknown) => {
        onError(error, duty);
        return false;
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  }

  return {
    async round() {
      const free = places - underWay.size;
      if (free === 0) {
        await Promise.race(underWay);
        return true;
      }
      const duties = await lockDue(free);
      let isMoreDue = duties.length === free;
      const begun = duties.map(async (duty) => {
        if (await begin(duty)) isMoreDue = true;
      });
      const patience = new AbortController();
      const waited = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.all(begun), waited]);
      patience.abort();
      return isMoreDue;
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}
