/**
 * What a caller may use up: an amount per second, and `burst` at once. Use beyond it is a debt that later
 * seconds pay off.
 */
export class Allowance {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** Uses it up, even beyond the allowance. Returns whether it was within. */
  spend(amount: number): boolean {
    this.#refill();
    this.#left -= amount;
    return this.#left >= 0;
  }

  /** Uses it up only if it is within the allowance. Returns whether it was. */
  spendIfThere(amount: number): boolean {
    this.#refill();
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Milliseconds until the debt is paid. 0 if there is none. */
  debtMs(): number {
    this.#refill();
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs);
  }

  #refill(): void {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
