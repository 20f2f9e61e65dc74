/**
 * A cache: a map that holds at most `limit` entries and forgets the one that was unused longest. With
 * `weightOf`, entries count as much as it says, which must not change. docs/caches.md lists every cache by its
 * name.
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

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
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

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
