import type { Pool, PoolClient } from 'pg';
import { arrayValue, inTransaction, readInIndexOrder } from '@wallet-service/postgres';

// What of a month is not in the archive. Each query of several applications gives them as an array and groups by them,
// without a limit: Citus runs it so. All of it as the owner of the schema.

/** Undefined: there is none. */
type Sizes = { readonly log: bigint | undefined; readonly archived: bigint | undefined };
/** By application. */
export type Journals = ReadonlyMap<string, Sizes>;

/** The applications with entries from before `untilMs`. Reads one row of each. */
export function applicationsBefore(owner: Pool, untilMs: number): Promise<readonly string[]> {
  return inTransaction(
    owner,
    async (transaction) => {
      await readInIndexOrder(transaction);
      const found: string[] = [];
      for (;;) {
        const { rows } = await transaction.query<{ application_id: string }>(
          `select application_id from wallet.journal_entries
           where recorded_at_ms < $1 and ($2::uuid is null or application_id > $2) order by application_id limit 1`,
          [untilMs, found.at(-1) ?? null],
        );
        const [row] = rows;
        if (!row) return found;
        found.push(row.application_id);
      }
    },
    { everyApplication: true },
  );
}

/** Of these applications, and of all that have a log or something in the archive. */
export async function readJournals(
  transaction: PoolClient,
  applications: readonly string[],
): Promise<Journals> {
  type Row = { application_id: string; size: bigint };
  const { rows: logs } = await transaction.query<Row>('select application_id, size from wallet.journal_logs');
  const { rows: archives } = await transaction.query<Row>(
    'select application_id, max(size) as size from wallet.journal_archives group by application_id',
  );
  const sizes = (rows: readonly Row[]) => new Map(rows.map(({ application_id: id, size }) => [id, size]));
  const [log, archived] = [sizes(logs), sizes(archives)];
  const ids = new Set([...applications, ...log.keys(), ...archived.keys()]);
  return new Map([...ids].map((id) => [id, { log: log.get(id), archived: archived.get(id) }]));
}

const columns = `application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
  decision, outcome, error_code, token_reused, trace_id, hash, details, mac`;
const greatest = 2n ** 63n - 1n;

/**
 * Copies entries of a month, which MUST be detached, to the default partition: those that are not in the archive, and
 * the newest entry of what signers trust, which is compared with what they trust now, unless the log has a newer one.
 * Forged ones don't make it go. Resolves to how many there were.
 */
export async function keepEntries(
  transaction: PoolClient,
  month: string,
  journals: Journals,
): Promise<number> {
  await readInIndexOrder(transaction);
  await transaction.query('set local enable_hashagg = off');
  const ranges = [...(await unarchived(transaction, month, journals))].map((id) => ({
    id,
    oldest: (journals.get(id)?.archived ?? 0n) + 1n,
    newest: greatest,
  }));
  const trust = await newestTrust(
    transaction,
    month,
    [...journals].flatMap(([id, { log, archived }]) => limitOf(id, log ?? archived)),
  );
  const later = await newestTrust(
    transaction,
    'journal_entries',
    [...trust.keys()].flatMap((id) => limitOf(id, journals.get(id)?.log)),
  );
  for (const [id, seq] of trust)
    if (seq <= (journals.get(id)?.archived ?? 0n) && seq >= (later.get(id) ?? 0n))
      ranges.push({ id, oldest: seq, newest: seq });
  if (ranges.length === 0) return 0;
  const { rowCount } = await transaction.query(
    `insert into wallet.journal_entries (${columns})
     select ${columns} from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as kept (id, oldest, newest)
     join wallet.${month} on application_id = kept.id and seq between kept.oldest and kept.newest
     returning 1`,
    [
      arrayValue('uuid', ranges, ({ id }) => id),
      arrayValue('bigint', ranges, ({ oldest }) => oldest),
      arrayValue('bigint', ranges, ({ newest }) => newest),
    ],
  );
  return rowCount ?? 0;
}

/** The applications of which a month has entries that are not in the archive. */
async function unarchived(
  transaction: PoolClient,
  month: string,
  journals: Journals,
): Promise<readonly string[]> {
  const all = [...journals];
  // Grouped by the number first, which only one index gives in order. Another one could read all entries of the month.
  const { rows } = await transaction.query<{ application_id: string }>(
    `select j.application_id from unnest($1::uuid[], $2::bigint[]) as j (application_id, archived)
     cross join lateral (
       select from (
         select e.application_id from wallet.${month} as e
         where e.application_id = j.application_id and e.seq > j.archived group by e.application_id, e.seq
       ) as entries group by entries.application_id) as late`,
    [arrayValue('uuid', all, ([id]) => id), arrayValue('bigint', all, ([, { archived }]) => archived ?? 0n)],
  );
  return rows.map((row) => row.application_id);
}

type Limit = { readonly id: string; readonly size: bigint };

const limitOf = (id: string, size: bigint | undefined): readonly Limit[] =>
  size === undefined ? [] : [{ id, size }];

/** The numbers of the newest entries of what signers trust, of those up to `size`. */
async function newestTrust(
  transaction: PoolClient,
  table: string,
  limits: readonly Limit[],
): Promise<ReadonlyMap<string, bigint>> {
  if (limits.length === 0) return new Map();
  const { rows } = await transaction.query<{ application_id: string; seq: bigint }>(
    `select j.application_id, newest.seq from unnest($1::uuid[], $2::bigint[]) as j (application_id, size)
     cross join lateral (
       select max(e.seq) as seq from wallet.${table} as e
       where e.application_id = j.application_id and e.operation = 'trust.applied' and e.seq <= j.size
       group by e.application_id) as newest`,
    [arrayValue('uuid', limits, ({ id }) => id), arrayValue('bigint', limits, ({ size }) => size)],
  );
  return new Map(rows.map(({ application_id: id, seq }) => [id, seq]));
}

/**
 * Removes entries from before `untilMs` from the default partition, if they are in the archive by now. `untilMs` MUST
 * NOT be in another partition. Of what signers trust the newest entry of the log stays. Resolves to how many went.
 */
export async function removeKept(transaction: PoolClient, untilMs: number): Promise<number> {
  const journals = await readJournals(transaction, []);
  const archived = [...journals].flatMap(([id, { log, archived: size }]) =>
    size === undefined ? [] : [{ id, size, log }],
  );
  const newest = await newestTrust(
    transaction,
    'journal_entries',
    archived.flatMap(({ id, log }) => limitOf(id, log)),
  );
  const { rowCount } = await transaction.query(
    `delete from wallet.journal_entries as e
     using unnest($1::uuid[], $2::bigint[], $3::bigint[]) as j (application_id, archived, trusted)
     where e.application_id = j.application_id and e.seq <= j.archived and e.recorded_at_ms < $4
       and (e.operation <> 'trust.applied' or e.seq < j.trusted)`,
    [
      arrayValue('uuid', archived, ({ id }) => id),
      arrayValue('bigint', archived, ({ size }) => size),
      arrayValue('bigint', archived, ({ id }) => newest.get(id) ?? 0n),
      untilMs,
    ],
  );
  return rowCount ?? 0;
}
