/**
 * What somebody may use up: so much a second, and `burst` at once. What is used beyond it is a debt that the
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

  /** Uses it up, also what is not there; answers whether it was there. */
  spend(amount: number): boolean {
    this.#refill();
    this.#left -= amount;
    return this.#left >= 0;
  }

  /** Uses it up only when it is there; answers whether it was. */
  spendIfThere(amount: number): boolean {
    this.#refill();
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Milliseconds until the debt is paid; 0 = there is none. */
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
