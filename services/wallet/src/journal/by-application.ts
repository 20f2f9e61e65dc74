import type { JournalEntry } from '@wallet-service/journal-format';

/** The entries of each application, in their order. */
export function byApplication(
  entries: readonly JournalEntry[],
): ReadonlyMap<string, readonly JournalEntry[]> {
  const lists = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const list = lists.get(entry.applicationId);
    if (list) list.push(entry);
    else lists.set(entry.applicationId, [entry]);
  }
  return lists;
}
