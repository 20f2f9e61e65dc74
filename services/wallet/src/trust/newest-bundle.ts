import type { SignedBundle } from './signed-bundle.js';

/** The newest trust bundle that this process knows, and the requests that wait for a newer one. */
export class NewestBundle {
  #current: SignedBundle | undefined;
  #announced = 0;
  readonly #waiting = new Set<() => void>();

  get current(): SignedBundle | undefined {
    return this.#current;
  }

  /** The version that was offered to every signer connected at the time. 0 if none yet. */
  get announced(): number {
    return this.#announced;
  }

  /** False if the bundle is not newer. New streams to signers start with it. */
  put(bundle: SignedBundle): boolean {
    if (bundle.version <= (this.#current?.version ?? 0)) return false;
    this.#current = bundle;
    return true;
  }

  /** Reports that the bundle of this version was offered to the connected signers. */
  announce(version: number): void {
    this.#announced = Math.max(this.#announced, version);
    for (const wake of this.#waiting) wake();
  }

  /** Resolves to whether a version above `than` was announced within `waitMs`. */
  waitForNewer(than: number, waitMs: number): Promise<boolean> {
    if (this.#announced > than) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (newer: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(newer);
      };
      const wake = (): void => {
        if (this.#announced > than) finish(true);
      };
      const timer = setTimeout(() => {
        finish(false);
      }, waitMs);
      this.#waiting.add(wake);
    });
  }
}
