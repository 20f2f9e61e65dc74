import { createHash } from 'node:crypto';
import { Refused, type Verdict } from '@wallet-service/signer-protocol';

/** How long after its end a verdict can still be declared void. A mark is kept as long. */
const statementSeconds = 60;

type Mark = { readonly isUsed: boolean; readonly until: number };

/**
 * What became of the verdicts that name this process because they have a reservation: used, or declared void.
 * A verdict is one or the other, never both. In memory only: any later process has another receipt key,
 * accepts none of these verdicts and declares none of them void.
 */
export class VerdictMarks {
  readonly #marks = new Map<string, Mark>();
  readonly #publicKey: Uint8Array;
  readonly #maxEntries: number;
  /** Setting the clock back must not bring back a forgotten verdict. */
  #latest = 0;

  /** `publicKey`: of the receipt key. */
  constructor(publicKey: Uint8Array, maxEntries: number) {
    this.#publicKey = publicKey;
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#marks.size;
  }

  /** Throws Refused if this process must not use the verdict. `now` in Unix seconds. */
  check(verdict: Verdict, bytes: Uint8Array, now: number): void {
    if (!verdict.reservation) return;
    this.#assertNamesUs(verdict);
    if (this.#find(bytes, now)?.isUsed === false) throw new Refused('verdict-void');
    this.#assertRoom(bytes);
  }

  /** The verdict was checked in this turn and is used in it. */
  use(verdict: Verdict, bytes: Uint8Array): void {
    if (verdict.reservation) this.#mark(verdict, bytes, true);
  }

  /** From now on the verdict is not used. Throws Refused if it was used, or if that is no longer known. */
  void(verdict: Verdict, bytes: Uint8Array, now: number): void {
    this.#assertNamesUs(verdict);
    const mark = this.#find(bytes, now);
    if (mark?.isUsed || this.#latest >= endOf(verdict)) throw new Refused('verdict-used');
    this.#assertRoom(bytes);
    if (!mark) this.#mark(verdict, bytes, false);
  }

  #assertNamesUs({ reservation }: Verdict): void {
    if (!reservation || Buffer.compare(reservation.signer, this.#publicKey) !== 0)
      throw new Refused('verdict-mismatch', { field: 'signer' });
  }

  #find(bytes: Uint8Array, now: number): Mark | undefined {
    this.#latest = Math.max(this.#latest, now);
    for (const [name, { until }] of this.#marks) {
      if (until > this.#latest) break;
      this.#marks.delete(name);
    }
    return this.#marks.get(nameOf(bytes));
  }

  // Forgetting one to make room for another would allow the forgotten one to be declared void.
  #assertRoom(bytes: Uint8Array): void {
    if (this.#marks.size >= this.#maxEntries && !this.#marks.has(nameOf(bytes)))
      throw new Refused('unavailable', { full: 'verdicts' });
  }

  #mark(verdict: Verdict, bytes: Uint8Array, isUsed: boolean): void {
    this.#marks.set(nameOf(bytes), { isUsed, until: endOf(verdict) });
  }
}

function endOf({ expiresAt }: Verdict): number {
  return expiresAt + statementSeconds;
}

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
