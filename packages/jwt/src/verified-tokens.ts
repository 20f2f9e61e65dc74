import { timeRefusal, type VerifiedUserToken } from './verify-user-token.js';

export type BelievedToken = { readonly token: VerifiedUserToken; readonly trust: string };

/** The caller provides a bounded map. A Map is fine for few tokens. */
export type TokenCache = {
  readonly size: number;
  get(key: string): BelievedToken | undefined;
  set(key: string, value: BelievedToken): unknown;
  delete(key: string): unknown;
};

/**
 * Caches verified tokens, so that a token used many times is verified once. `trust` names everything but the
 * clock that the result depends on (application, revision of its key sets, lifetime rule). An entry counts
 * only under exactly the same text, and its times are checked again at every use.
 */
export class VerifiedTokens {
  readonly #cache: TokenCache;

  constructor(cache: TokenCache) {
    this.#cache = cache;
  }

  get size(): number {
    return this.#cache.size;
  }

  /** `now` in Unix seconds. */
  recall(tokenHash: Uint8Array, trust: string, now: number): VerifiedUserToken | undefined {
    const key = keyOf(tokenHash);
    const believed = this.#cache.get(key);
    if (believed === undefined) return undefined;
    if (believed.trust === trust && timeRefusal(believed.token, now) === undefined) return believed.token;
    this.#cache.delete(key);
    return undefined;
  }

  remember(token: VerifiedUserToken, trust: string): void {
    this.#cache.set(keyOf(token.tokenHash), { token, trust });
  }
}

function keyOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64');
}
