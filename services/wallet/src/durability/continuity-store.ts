import type { Pool, PoolClient } from 'pg';
import { inTransaction, serverNameSql } from '@wallet-service/postgres';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Wallet } from '../wallets/wallet.js';
import { everyApplication } from '../wallets/journal-stopped.js';
import type { JournalMacs } from '../journal/journal-macs.js';
import type { JournalFinding } from '../wallets/tampering.js';
import type { Share } from '../checkpoints/checkpoint-round.js';
import {
  checkAcceptances,
  insertStop,
  lookAtStops,
  openRows,
  openStopsSql,
  reopenUnsigned,
  stopOfRow,
  type StopRow,
} from './acceptance-store.js';
import { goneOf, stopsOf, withStops, type OpenStop, type Stops } from './stops.js';
import type { ConfirmedOfApplication, Told } from './told.js';

/** What a server lacks of one application. */
export type Lost = {
  /** Of the row in `losses`. */
  readonly lossId: string;
  readonly applicationId: string;
  readonly wallets: readonly Wallet[];
  readonly entries: readonly JournalEntry[];
  /** The application's wrapped key, if this replica was told of it. */
  readonly wrappedKey: Uint8Array | undefined;
};

/** `forged`: what was accepted by nobody who has the event key. It is stopped again. */
export type Looked = { readonly stops: Stops; readonly forged: readonly OpenStop[] };

export type Compared = {
  readonly server: string;
  readonly lost: readonly Lost[];
  readonly forged: readonly OpenStop[];
  readonly open: readonly OpenStop[];
};

/** `others`: the ids of the other replicas that live. */
type Beaten = { readonly open: readonly OpenStop[]; readonly others: readonly string[] };

export type ContinuityStore = ReturnType<typeof continuityStore>;

export type ContinuityStoreDeps = {
  /** Connections that no guard watches. */
  readonly database: Pool;
  readonly replicaId: string;
  readonly newId: () => string;
  readonly macs: JournalMacs;
};

export function continuityStore({ database, replicaId, newId, macs }: ContinuityStoreDeps) {
  return {
    /**
     * Compares what this replica was told with the server that answers, records what is missing, looks at every
     * acceptance, and states that the replica has looked: all in one transaction. The server's last beat of this
     * replica stays, so that the same is missing if it is not known whether that was committed. `lossIdOf`: the same
     * each time, so that it is recorded once. `open`: what is stopped then.
     */
    compare: (told: Told, lossIdOf: (applicationId: string) => string = () => newId()): Promise<Compared> =>
      inTransaction(database, (transaction) => compare(transaction, { macs, replicaId, told, lossIdOf })),

    /**
     * How many other replicas have not looked at this server, though they were alive just before it took over. `known`:
     * those that lived at the last beat, because the server may lack the row of one that had just been started.
     * Undefined if another server answers.
     */
    waiting: (server: string, known: readonly string[]): Promise<number | undefined> =>
      inTransaction(database, async (transaction) => {
        if ((await serverOf(transaction)) !== server) return undefined;
        const { rows } = await transaction.query<{ waiting: bigint }>(
          `select count(*) as waiting from (
             select replica_id from replica_beats where server <> $1 and time_beaten >
               (select max(time_beaten) from replica_beats where server <> $1) - interval '15 seconds'
             union
             select id from unnest($2::uuid[]) as known (id)
             where not exists (select from replica_beats where replica_id = known.id and server = $1)
           ) as others`,
          [server, known],
        );
        return Number(rows[0]?.waiting ?? 0n);
      }),

    /**
     * What is stopped on a server that is to be admitted. Looks at every acceptance again, because time has passed.
     * `known`: as in `beat`. Undefined if another server answers.
     */
    stopped: (server: string, known: readonly OpenStop[]): Promise<Looked | undefined> =>
      inTransaction(database, async (transaction) => {
        if ((await serverOf(transaction)) !== server) return undefined;
        const { open, forged } = await lookAtStops(transaction, macs, known);
        return { stops: stopsOf(open), forged };
      }),

    /**
     * Writes a beat and reads what is stopped. `known`: what was stopped before, and stays so unless somebody with the
     * event key accepted it. Undefined if another server answers.
     */
    async beat(
      server: string,
      beat: number,
      known: readonly OpenStop[],
    ): Promise<(Looked & Pick<Beaten, 'others'>) | undefined> {
      const beaten = await writeBeat(database, { replicaId, server, beat });
      if (!beaten) return undefined;
      const { open, others } = beaten;
      const forged = await reopened(database, macs, server, goneOf(known, open));
      return forged && { stops: stopsOf(withStops(open, forged)), forged, others };
    },

    /** Nobody waits any longer for replicas that did not look. Their beats stay, in case they still do. */
    waitNoLonger: (server: string): Promise<void> =>
      inTransaction(database, async (transaction) => {
        await transaction.query('update replica_beats set server = $1 where server <> $1', [server]);
        await transaction.query(
          `delete from replica_beats where time_beaten < clock_timestamp() - interval '1 day'`,
        );
      }),

    /**
     * Stops the journal of an application on all replicas, unless it is for the same reason. Resolves to what stops it.
     */
    stopJournal: (
      applicationId: string,
      reason: JournalFinding,
      details: object,
    ): Promise<readonly OpenStop[]> =>
      inTransaction(database, (transaction) =>
        insertStop(transaction, { applicationId, lossId: newId(), replicaId, reason, details }),
      ),

    leave: (): Promise<void> =>
      inTransaction(database, async (transaction) => {
        await transaction.query('delete from replica_beats where replica_id = $1', [replicaId]);
      }),
  };
}

async function compare(
  transaction: PoolClient,
  {
    macs,
    replicaId,
    told,
    lossIdOf,
  }: Pick<ContinuityStoreDeps, 'macs' | 'replicaId'> & {
    readonly told: Told;
    readonly lossIdOf: (applicationId: string) => string;
  },
): Promise<Compared> {
  const server = await serverOf(transaction);
  const forged = await checkAcceptances(transaction, macs);
  const { rows } = await transaction.query<{ beat: bigint }>(
    'select beat from replica_beats where replica_id = $1',
    [replicaId],
  );
  const { confirmed, isComplete } = told.after(Number(rows[0]?.beat ?? 0n));
  const missing = await missingOf(transaction, confirmed);
  const lost = (isComplete ? missing : [...missing, forgotten]).map((each) => ({
    lossId: lossIdOf(each.applicationId),
    ...each,
  }));
  for (const { lossId, applicationId, wallets, entries } of lost)
    await transaction.query(
      `insert into losses (application_id, loss_id, replica_id, wallets, entries, time_noticed)
       values ($1, $2, $3, $4, $5, clock_timestamp()) on conflict (application_id, loss_id) do nothing`,
      [applicationId, lossId, replicaId, wallets.length, entries.length],
    );
  await transaction.query(
    `insert into replica_beats (replica_id, server, beat, time_beaten) values ($1, $2, 0, clock_timestamp())
     on conflict (replica_id) do update set server = excluded.server, time_beaten = excluded.time_beaten`,
    [replicaId, server],
  );
  return { server, lost, forged, open: await openRows(transaction) };
}

/** A replica's part of what living replicas divide. The part of one that is gone is done some seconds later. */
export async function shareOf(database: Pool, replicaId: string): Promise<Share> {
  const { rows } = await database.query<{ place: bigint; of: bigint }>(
    `select count(*) filter (where replica_id < $1) as place, count(*) as of from replica_beats
     where replica_id = $1 or time_beaten > clock_timestamp() - interval '10 seconds'`,
    [replicaId],
  );
  return { place: Number(rows[0]?.place ?? 0n), of: Math.max(1, Number(rows[0]?.of ?? 0n)) };
}

/** One statement, because it is one round trip, and each replica makes it every second. */
async function writeBeat(
  database: Pool,
  { replicaId, server, beat }: { readonly replicaId: string; readonly server: string; readonly beat: number },
): Promise<Beaten | undefined> {
  try {
    const { rows } = await database.query<(StopRow | NoStop) & { others: string[] }>(
      `with beaten as (
         update replica_beats set beat = $2, time_beaten = clock_timestamp()
         where replica_id = $1 and (${serverNameSql}) = $3 returning true
       )
       select stop.*, array(select replica_id::text from replica_beats where replica_id <> $1 and server = $3
         and time_beaten > clock_timestamp() - interval '15 seconds') as others
       from beaten left join (${openStopsSql}) as stop on true`,
      [replicaId, String(beat), server],
    );
    const [first] = rows;
    return first && { open: rows.filter(isStop).map((row) => stopOfRow(row)), others: first.others };
  } catch (error) {
    // A standby refuses the statement.
    if ((await serverOf(database)) !== server) return undefined;
    throw error;
  }
}

/** Undefined if another server answers. */
async function reopened(
  database: Pool,
  macs: JournalMacs,
  server: string,
  gone: readonly OpenStop[],
): Promise<readonly OpenStop[] | undefined> {
  if (gone.length === 0) return [];
  return inTransaction(database, async (transaction) =>
    (await serverOf(transaction)) === server ? reopenUnsigned(transaction, macs, gone) : undefined,
  );
}

type NoStop = { readonly loss_id: null };

const isStop = <Row>(row: (StopRow | NoStop) & Row): row is StopRow & Row => row.loss_id !== null;

/** So much may be missing that the process has forgotten some of it. */
const forgotten = { applicationId: everyApplication, wallets: [], entries: [], wrappedKey: undefined };

async function serverOf(transaction: Pool | PoolClient): Promise<string> {
  const { rows } = await transaction.query<{ server: string }>(`select ${serverNameSql} as server`);
  return rows[0]?.server ?? '';
}

/** What no operator has accepted yet. */
export async function openStops(connection: Pool | PoolClient): Promise<Stops> {
  return stopsOf(await openRows(connection));
}

async function missingOf(
  transaction: PoolClient,
  confirmed: ReadonlyMap<string, ConfirmedOfApplication>,
): Promise<Omit<Lost, 'lossId'>[]> {
  const lost: Omit<Lost, 'lossId'>[] = [];
  for (const [applicationId, { wallets, entries, wrappedKey }] of confirmed) {
    await transaction.query(`set local app.application_id = ${transaction.escapeLiteral(applicationId)}`);
    const missing = {
      applicationId,
      wallets: await missingWallets(transaction, applicationId, [...wallets.values()]),
      entries: await missingEntries(transaction, applicationId, entries),
      // Also if there is a key now: it may be another one.
      wrappedKey,
    };
    const isKeyMissing = wrappedKey !== undefined && !(await hasKey(transaction, applicationId));
    if (missing.wallets.length > 0 || missing.entries.length > 0 || isKeyMissing) lost.push(missing);
  }
  return lost;
}

/** The wallets that are not there. A wallet with a later version is. */
export async function missingWallets(
  transaction: PoolClient,
  applicationId: string,
  wallets: readonly Wallet[],
): Promise<Wallet[]> {
  const { rows } = await transaction.query<{ at: bigint }>(
    `select at from unnest($2::uuid[], $3::int[]) with ordinality as told (wallet_id, version, at)
     where not exists (select from wallets as w where w.application_id = $1 and w.wallet_id = told.wallet_id
       and w.record_version >= told.version)`,
    [applicationId, wallets.map(({ id }) => id), wallets.map(({ recordVersion }) => recordVersion)],
  );
  return rows.flatMap(({ at }) => wallets[Number(at) - 1] ?? []);
}

/** The entries that are neither in the journal nor on their way. */
export async function missingEntries(
  transaction: PoolClient,
  applicationId: string,
  entries: readonly JournalEntry[],
): Promise<JournalEntry[]> {
  // In this order: what is moved to the journal meanwhile is found there.
  const notWaiting = await entriesWithout(transaction, 'journal_pending', applicationId, entries);
  return entriesWithout(transaction, 'journal_entries', applicationId, notWaiting);
}

async function entriesWithout(
  transaction: PoolClient,
  table: 'journal_pending' | 'journal_entries',
  applicationId: string,
  entries: readonly JournalEntry[],
): Promise<JournalEntry[]> {
  const { rows } = await transaction.query<{ at: bigint }>(
    `select at from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::text[]) with ordinality
       as told (wallet_id, recorded_at_ms, request_id, kind, at)
     where not exists (select from ${table} as e where e.application_id = $1
       and e.wallet_id = told.wallet_id and e.recorded_at_ms = told.recorded_at_ms
       and e.request_id = told.request_id and e.kind = told.kind)`,
    [
      applicationId,
      entries.map(({ walletId }) => walletId),
      entries.map(({ recordedAtMs }) => String(recordedAtMs)),
      entries.map(({ requestId }) => requestId),
      entries.map(({ kind }) => kind),
    ],
  );
  return rows.flatMap(({ at }) => entries[Number(at) - 1] ?? []);
}

export async function hasKey(transaction: PoolClient, applicationId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from application_keys where application_id = $1', [
    applicationId,
  ]);
  return rowCount === 1;
}
