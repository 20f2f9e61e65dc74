/**
 * A map that holds at most `limit` entries and forgets the one that was unused longest. The signer's own: what
 * the services share is no part of its trusted base. docs/caches.md lists all by their name.
 */
export class RecentlyUsed<Key, Value> {
  readonly name: string;
  readonly #limit: number;
  readonly #entries = new Map<Key, Value>();

  constructor(name: string, limit: number) {
    this.name = name;
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) return;
      this.#entries.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  values(): Iterable<Value> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }
}
