/**
 * The part of a database connection that the stores use, so that they run inside whatever transaction they are given.
 */
export type Queryable = {
  // The caller defines the type of a row, as with `pg`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  query<Row extends object>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
};
