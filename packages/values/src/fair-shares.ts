/** Who wants something done: an application, and within it one of its users. */
export type Asker = { readonly who: string; readonly within: string };

export type FairSharesOptions = {
  /** Units of work that run at once, of all together. */
  readonly atOnce: number;
  /** Units that one may have running who is alone. */
  readonly alone: number;
  /** Units that one may have running while there are others. */
  readonly share: number;
  /** How many units of large work one may begin in that time while there are others. */
  readonly unitsPerMs: number;
  /** Requests that one user may have waiting; all users of one, four times as many. */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
  /** How long one who had something to do still counts as another. */
  readonly rememberMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

const smallBytes = 2048;
const bytesOfUnit = 256;
const mostUnits = 512;

/**
 * What a request of that size is counted as: a small one is one unit. Cost is bounded by size, and not the
 * other way round.
 */
export function unitsOf(bytes: number): number {
  return 1 + Math.max(0, bytes - smallBytes) / bytesOfUnit;
}

/** Has more waiting than it may, or waited too long. */
export class ShareExceeded extends Error {
  override readonly name = 'ShareExceeded';
}

export type Release = () => void;

/** `units`: of its share, of which nothing takes more than the whole. */
type Size = { readonly units: number; readonly wanted: number };
type Waiting = { readonly size: Size; readonly start: () => void };
type Party = {
  running: number;
  waiting: number;
  /** What it has had, in units, on the clock that all share; the least comes first. */
  had: number;
  seenAt: number;
  /** Before, it begins nothing else: it has had large work. */
  readyAt: number;
  isToBeWoken: boolean;
  /** By user, the one whose turn is next in front. */
  readonly queues: Map<string, Waiting[]>;
};

/**
 * Weighted fair queueing of the work of one process: nobody gets a turn before who has had less, and while
 * there are others nobody has more than a share running. So what one sends holds up its own work alone. The
 * users of one take turns in the same way.
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

  /** Runs work when its turn has come. Rejects with ShareExceeded, without having started it. */
  async run<Result>(asker: Asker, units: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.enter(asker, units);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves when the turn has come, to what gives it back; calling that more than once does nothing. */
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
      // The pause may have ended since it was looked at.
      this.#startNext();
    });
  }

  /** Work that was begun turns out to be larger than it seemed. */
  charge(who: string, units: number): void {
    const party = this.#parties.get(who);
    if (party) this.#pause(party, units);
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

  /** Forgets on the way who is idle, so that this stays short. */
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
    // Who comes back after a pause has saved up nothing.
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
      // When there is no room for who is next, nobody else passes: else large work would never have its turn.
      if (!this.#hasRoom(waiting.size)) return;
      this.#remove(party, within, waiting);
      waiting.start();
      this.#wakeWhenReady(party);
    }
  }

  /** Nothing else may end meanwhile that would start what waits. */
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

  /** Of those with work waiting and room in their share, the one that has had the least. */
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
    // Behind the others: they are next.
    if (left.length > 0) party.queues.set(within, left);
  }
}

function isIdle({ running, waiting, seenAt }: Party, since: number): boolean {
  return running === 0 && waiting === 0 && seenAt < since;
}
