/** Who requests work: an application, and one of its users. */
export type Asker = { readonly who: string; readonly within: string };

export type FairSharesOptions = {
  /** Units of work that run at once in total. */
  readonly atOnce: number;
  /** Units that an application may have running while it is alone. */
  readonly alone: number;
  /** Units that an application may have running while there are others. */
  readonly share: number;
  /** How many units of large work an application may begin in that time while there are others. */
  readonly unitsPerMs: number;
  /**
   * Requests that one user may have waiting. All users of an application together may have four times as
   * many.
   */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
  /** How long an application counts as active after its last work. */
  readonly rememberMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

const smallBytes = 2048;
const bytesOfUnit = 256;
const mostUnits = 512;

/**
 * The weight of a request of that size: a small one is one unit. Cost is bounded by size, and not the other
 * way round.
 */
export function unitsOf(bytes: number): number {
  return 1 + Math.max(0, bytes - smallBytes) / bytesOfUnit;
}

/** Thrown if too much is waiting, or something waited too long. */
export class ShareExceeded extends Error {
  override readonly name = 'ShareExceeded';
}

export type Release = () => void;

/** `units` of its share. Nothing takes more than the whole share. */
type Size = { readonly units: number; readonly wanted: number };
type Waiting = { readonly size: Size; readonly start: () => void };
type Party = {
  running: number;
  waiting: number;
  /** The units that it has had, on a clock that all share. The least comes first. */
  had: number;
  seenAt: number;
  /** Until then it begins nothing else, because it had large work. */
  readyAt: number;
  isToBeWoken: boolean;
  /** By user. The user whose turn is next comes first. */
  readonly queues: Map<string, Waiting[]>;
};

/**
 * Weighted fair queueing of the work of one process. Nobody gets a turn before an application that has had
 * less, and while there are others nobody has more than a share running. So an application's requests delay
 * only its own work. The users of one application take turns in the same way.
 */
export class FairShares {
  readonly #options: FairSharesOptions;
  readonly #parties = new Map<string, Party>();
  #running = 0;
  #clock = 0;
  #sweptAt = 0;

  constructor(options: FairSharesOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  /** Runs work when its turn comes. Rejects with ShareExceeded, without having started it. */
  async run<Result>(asker: Asker, units: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.enter(asker, units);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves when the turn comes, to a function that gives it back. Calling that again does nothing. */
  enter({ who, within }: Asker, wantedUnits: number): Promise<Release> {
    const { share, mostWaiting, longestWaitMs, now } = this.#options;
    const party = this.#partyOf(who);
    party.seenAt = now();
    const wanted = Math.min(Math.max(1, wantedUnits), mostUnits);
    const size = { wanted, units: Math.min(wanted, share) };
    if (party.waiting === 0 && this.#mayBegin(party, size) && this.#hasRoom(size))
      return Promise.resolve(this.#begin(party, size));
    const queue = party.queues.get(within) ?? [];
    if (queue.length >= mostWaiting || party.waiting >= 4 * mostWaiting)
      return Promise.reject(new ShareExceeded(`${party.waiting} requests are waiting already`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(party, within, waiting);
        reject(new ShareExceeded('the turn did not come in time'));
      }, longestWaitMs).unref();
      const waiting: Waiting = {
        size,
        start: () => {
          clearTimeout(timer);
          resolve(this.#begin(party, size));
        },
      };
      queue.push(waiting);
      party.queues.set(within, queue);
      party.waiting += 1;
      this.#wakeWhenReady(party);
      // The pause may have ended since the last check.
      this.#startNext();
    });
  }

  /** Running work turns out to be larger than it seemed. */
  charge(who: string, units: number): void {
    const party = this.#parties.get(who);
    if (!party) return;
    this.#pause(party, units);
    this.#wakeWhenReady(party);
  }

  #pause(party: Party, units: number): void {
    const { now, unitsPerMs } = this.#options;
    party.readyAt = Math.max(party.readyAt, now()) + Math.min(units, mostUnits) / unitsPerMs;
  }

  #partyOf(who: string): Party {
    const known = this.#parties.get(who);
    if (known) return known;
    this.#forgetIdle();
    const party = {
      running: 0,
      waiting: 0,
      had: this.#clock,
      seenAt: 0,
      readyAt: 0,
      isToBeWoken: false,
      queues: new Map(),
    };
    this.#parties.set(who, party);
    return party;
  }

  #forgetIdle(): void {
    const since = this.#options.now() - this.#options.rememberMs;
    if (this.#sweptAt > since) return;
    this.#sweptAt = this.#options.now();
    for (const [who, party] of this.#parties) if (isIdle(party, since)) this.#parties.delete(who);
  }

  #hasRoom({ units }: Size): boolean {
    return this.#running + units <= this.#options.atOnce;
  }

  #mayBegin(party: Party, { units }: Size): boolean {
    const { alone, share, now } = this.#options;
    if (this.#isAlone(party)) return party.running + units <= alone;
    return party.running + units <= share && now() >= party.readyAt;
  }

  /** Also forgets idle applications, so that this stays short. */
  #isAlone(party: Party): boolean {
    const since = this.#options.now() - this.#options.rememberMs;
    for (const [who, other] of this.#parties) {
      if (other === party) continue;
      if (!isIdle(other, since)) return false;
      this.#parties.delete(who);
    }
    return true;
  }

  #begin(party: Party, { units, wanted }: Size): Release {
    this.#pause(party, wanted - 1);
    party.running += units;
    this.#running += units;
    // A pause saves nothing up.
    const had = Math.max(party.had, this.#clock);
    party.had = had + wanted;
    this.#clock = had;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      party.running -= units;
      this.#running -= units;
      party.seenAt = this.#options.now();
      this.#startNext();
    };
  }

  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [party, within, waiting] = next;
      // If there is no room for the next, nobody else passes. Otherwise large work would never get its turn.
      if (!this.#hasRoom(waiting.size)) return;
      this.#remove(party, within, waiting);
      waiting.start();
      this.#wakeWhenReady(party);
    }
  }

  /** Nothing else that ends meanwhile would start what waits. */
  #wakeWhenReady(party: Party): void {
    const ms = party.readyAt - this.#options.now();
    if (ms <= 0 || party.waiting === 0 || party.isToBeWoken) return;
    party.isToBeWoken = true;
    const wake = (): void => {
      party.isToBeWoken = false;
      // Timers may come a moment too early. Before the look at who is next, so that no end of a pause falls
      // between the two.
      this.#wakeWhenReady(party);
      this.#startNext();
    };
    setTimeout(wake, Math.ceil(ms)).unref();
  }

  /** Among those with waiting work and room in their share, the one that has had the least. */
  #next(): [Party, string, Waiting] | undefined {
    let found: [Party, string, Waiting] | undefined;
    for (const party of this.#parties.values()) {
      if (party.waiting === 0 || (found && found[0].had <= party.had)) continue;
      const [within, [waiting]] = party.queues.entries().next().value ?? ['', []];
      if (waiting && this.#mayBegin(party, waiting.size)) found = [party, within, waiting];
    }
    return found;
  }

  #remove(party: Party, within: string, waiting: Waiting): void {
    const left = (party.queues.get(within) ?? []).filter((each) => each !== waiting);
    party.waiting -= 1;
    party.queues.delete(within);
    // Moved behind the others, who are next.
    if (left.length > 0) party.queues.set(within, left);
  }
}

function isIdle({ running, waiting, seenAt }: Party, since: number): boolean {
  return running === 0 && waiting === 0 && seenAt < since;
}
