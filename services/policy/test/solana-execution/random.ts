/** The same numbers for the same seed. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  readonly int: (below: number) => number;
  readonly pick: <Item>(list: readonly Item[]) => Item;
  readonly chance: (share: number) => boolean;
};

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const int = (below: number): number => {
    // xorshift32 after a step that makes neighbouring seeds differ.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[int(list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { int, pick, chance: (share) => int(1000) < share * 1000 };
}
