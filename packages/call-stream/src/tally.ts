/**
 * Reports what happens, at first each time and, if it happens often, with its number: within `everyMs` of the
 * first at most `each` times, then once. `Told` is the text of a line. Equal texts count together. Beyond
 * `mostKinds` different texts in that time, only their number is reported.
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
