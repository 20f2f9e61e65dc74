/** Collects the values of a query that is put together from conditions. */
export type QueryValues = {
  /** In the order of their placeholders. */
  readonly values: readonly unknown[];
  /** The condition with `$1`, `$2`, … for its question marks. It has one for each value. */
  readonly bound: (condition: string, ...given: readonly unknown[]) => string;
};

/** `first`: the values of placeholders that the query has already. */
export function createQueryValues(...first: readonly unknown[]): QueryValues {
  const values = [...first];
  return {
    values,
    bound(condition, ...given) {
      let at = values.length;
      values.push(...given);
      return condition.replaceAll('?', () => `$${(at += 1)}`);
    },
  };
}
