/**
 * Tells of what happens, each time at first, and when it happens often, how often: within `everyMs` of the
 * first at most `each` times, then once. `Told` = what happened, as one line names it; equal texts are the
 * same. Of more kinds than `mostKinds` in that time nothing more is told but their number.
 */
export class Tally {
  readonly #tell: (told: string, count: number) => void;
  readonly #each: number;
  readonly #everyMs: number;
  readonly #mostKinds: number;
  readonly #counts = new Map<string, { told: number; more: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    tell: (told: string, count: number) => void,
    { each = 20, everyMs = 10_000, mostKinds = 100 } = {},
  ) {
    this.#tell = tell;
    this.#each = each;
    this.#everyMs = everyMs;
    this.#mostKinds = mostKinds;
  }

  add(what: string): void {
    this.#timer ??= setTimeout(() => {
      this.#sumUp();
    }, this.#everyMs).unref();
    const kind = this.#counts.has(what) || this.#counts.size < this.#mostKinds ? what : '';
    const count = this.#counts.get(kind) ?? { told: 0, more: 0 };
    this.#counts.set(kind, count);
    if (kind !== '' && count.told < this.#each) {
      count.told++;
      this.#tell(what, 1);
    } else count.more++;
  }

  #sumUp(): void {
    this.#timer = undefined;
    const counts = [...this.#counts];
    this.#counts.clear();
    for (const [kind, { more }] of counts) if (more > 0) this.#tell(kind, more);
  }
}
