/** Rows by their application, in the order in which each comes first. */
export function byApplication<Row extends { readonly application_id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const list = found.get(row.application_id);
    if (list) list.push(row);
    else found.set(row.application_id, [row]);
  }
  return found;
}
