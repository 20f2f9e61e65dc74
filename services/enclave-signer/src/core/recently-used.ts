/**
 * A map that holds at most `limit` entries and forgets the one that was unused longest. With `weightOf`, entries count
 * as much as it says, which must not change. The signer's own: what the services share is no part of its trusted base.
 * docs/caches.md lists all by their name.
 */
export class RecentlyUsed<Key, Value> {
  readonly name: string;
  readonly #limit: number;
  readonly #weightOf: (value: Value) => number;
  readonly #entries = new Map<Key, Value>();
  #weight = 0;

  constructor(name: string, limit: number, weightOf: (value: Value) => number = () => 1) {
    this.name = name;
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Of all entries together. */
  get weight(): number {
    return this.#weight;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Like `get`, but does not count as a use. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }

  /** The one that was unused longest first. */
  entries(): Iterable<readonly [Key, Value]> {
    return this.#entries.entries();
  }

  values(): Iterable<Value> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
