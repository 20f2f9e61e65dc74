import { timeRefusal, type VerifiedUserToken } from './verify-user-token.js';

type Entry = { readonly token: VerifiedUserToken; readonly trust: string };

/**
 * Remembers believed tokens, so that a token used many times is verified once. Bounded: the least recently
 * used entry goes first. `trust` names everything but the clock that the belief rests on (application,
 * revision of its key sets, lifetime rule): an entry counts only under the very same text, and its times are
 * checked again at every use.
 */
export class VerifiedTokens {
  readonly #entries = new Map<string, Entry>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** `now` in Unix seconds. */
  recall(tokenHash: Uint8Array, trust: string, now: number): VerifiedUserToken | undefined {
    const key = keyOf(tokenHash);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.trust !== trust || timeRefusal(entry.token, now) !== undefined) return undefined;
    this.#entries.set(key, entry);
    return entry.token;
  }

  remember(token: VerifiedUserToken, trust: string): void {
    const key = keyOf(token.tokenHash);
    this.#entries.delete(key);
    this.#entries.set(key, { token, trust });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#maxEntries && !oldest.done) this.#entries.delete(oldest.value);
  }

  clear(): void {
    this.#entries.clear();
  }
}

function keyOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64');
}
