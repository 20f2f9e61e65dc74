/**
 * The same JSON values, with the members of all objects in one order: that in which their names are met first. Then
 * values that differ in this order alone have one text.
 */
export function alike(values: readonly unknown[]): readonly unknown[] {
  const names = new Set<string>();
  JSON.stringify(values, (name, value: unknown) => {
    names.add(name);
    return value;
  });
  const place = new Map([...names].map((name, at) => [name, at]));
  const placeOf = (name: string): number => place.get(name) ?? 0;
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
    return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
  };
  return values.map(ordered);
}

/** Whether two JSON values differ in the order of members at most. */
export function isAlike(one: unknown, other: unknown): boolean {
  const [first, second] = alike([one, other]);
  return JSON.stringify(first) === JSON.stringify(second);
}
