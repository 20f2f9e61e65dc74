import type { PoolClient } from 'pg';
import { hasLeaf, type PlacedEntry } from '@wallet-service/journal-format';
import { journalColumns, storedEntryOf, type JournalRow } from '@wallet-service/journal-format/stored';
import { BrokenLog } from './broken-log.js';
import { headOf } from './import-chain-store.js';
import type { JournalMacs } from './journal-macs.js';
import { extendLog, insertEntries, lockLog, storeLogs, withLeaf, type PlacedLeaf } from './log-store.js';

/** What the log took of a chain that nobody could verify. */
export type GivenUpChain = {
  /** How many entries the log had before, which are verified. */
  readonly verified: number;
  /** How many it has now. */
  readonly entries: number;
  /** Of these, how many were missing. An entry that says so is in the place of each. */
  readonly missing: number;
};

const atOnce = 2_000;
/** More are not put in for what is missing: somebody may have written an entry with any number. */
const mostMissing = 100_000;

/**
 * Makes the log of an application from the rest of its hash chain as it stands, though it is not whole. `standIn` makes
 * what takes the place of a missing entry. Undefined: there is no chain. Throws BrokenLog if an entry cannot be in a
 * log, two have one number, or too many are missing.
 */
export async function giveUpChain(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationId: string,
  standIn: (seq: bigint) => PlacedEntry,
): Promise<GivenUpChain | undefined> {
  const found = await lockLog(transaction, macs, applicationId, 'wait');
  const head = found && (await headOf(transaction, applicationId));
  if (!found || !head) return undefined;
  await transaction.query('delete from journal_chain_heads where application_id = $1', [applicationId]);
  // A log that did not come from the chain needs nothing of it.
  if (found.size > 0 && !found.isImporting) return { verified: found.size, entries: found.size, missing: 0 };
  let log = found;
  let missing = 0;
  const take = async (leaves: readonly PlacedLeaf[]): Promise<void> => {
    log = await extendLog(transaction, applicationId, log, leaves);
  };
  const fillUntil = async (seq: bigint): Promise<void> => {
    missing += Number(seq - 1n) - log.size;
    if (missing > mostMissing)
      throw new BrokenLog(`more than ${mostMissing} entries of the chain are missing before entry ${seq}`);
    while (BigInt(log.size) + 1n < seq) {
      const gap = Math.min(Number(seq - 1n) - log.size, atOnce);
      const placed = Array.from({ length: gap }, (_, at) => withLeaf(standIn(BigInt(log.size + at + 1))));
      await insertEntries(transaction, macs, placed);
      await take(placed);
    }
  };
  for (;;) {
    const rows = await entriesAfter(transaction, applicationId, log.size);
    for (const each of withoutGaps(rows)) {
      await fillUntil(each[0]?.seq ?? 0n);
      await take(each.map(withLeaf));
    }
    if (rows.length < atOnce) break;
  }
  // Its head says how many there were.
  if (head.seq > BigInt(log.size)) await fillUntil(head.seq + 1n);
  const { isImporting: _, ...given } = log;
  await storeLogs(transaction, macs, new Map([[applicationId, given]]));
  return { verified: found.size, entries: log.size, missing };
}

async function entriesAfter(
  transaction: PoolClient,
  applicationId: string,
  size: number,
): Promise<readonly PlacedEntry[]> {
  const { rows } = await transaction.query<JournalRow>(
    `select ${journalColumns} from journal_entries where application_id = $1 and seq > $2 order by seq limit $3`,
    [applicationId, size, atOnce + 1],
  );
  const entries = rows.map((row) => storedEntryOf(applicationId, row));
  // Each partition has its own key. The log can be made of one of them only, and who reads would find both.
  const twice = entries.find(({ seq }, at) => seq === entries[at + 1]?.seq);
  if (twice) throw new BrokenLog(`two entries have the number ${twice.seq}: remove one`);
  const without = entries.find(({ entry }) => !hasLeaf(entry));
  if (without)
    throw new BrokenLog(`entry ${without.seq} has no time that a log can have: put it back, or remove it`);
  return entries.slice(0, atOnce);
}

/** Runs of entries whose numbers follow each other. */
function withoutGaps(entries: readonly PlacedEntry[]): readonly (readonly PlacedEntry[])[] {
  const runs: PlacedEntry[][] = [];
  for (const each of entries) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.seq === each.seq - 1n) run.push(each);
    else runs.push([each]);
  }
  return runs;
}
