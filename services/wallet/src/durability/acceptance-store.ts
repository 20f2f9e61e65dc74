import type { Pool, PoolClient } from 'pg';
import type { Acceptance, JournalMacs } from '../journal/journal-macs.js';
import { goneOf, keyOfStop, withStops, type OpenStop } from './stops.js';

export type StopRow = {
  loss_id: string;
  application_id: string;
  reason: string;
  details: string;
  wallets: number;
  entries: number;
};
type AcceptedRow = StopRow & { accepted_us: string; acceptance_mac: Buffer | null };
type ReadRow = StopRow & { accepted_us: string | null; acceptance_mac: Buffer | null };

const stopColumns = 'loss_id, application_id, reason, details, wallets, entries';
// As text, because somebody may have written a time that is no number.
const acceptedColumns = `${stopColumns}, trunc(extract(epoch from time_accepted) * 1000000)::text as accepted_us,
  acceptance_mac`;

export const openStopsSql = `select ${stopColumns} from losses where time_accepted is null
  order by application_id, loss_id`;

export async function openRows(connection: Pool | PoolClient): Promise<readonly OpenStop[]> {
  const { rows } = await connection.query<StopRow>(openStopsSql);
  return rows.map(stopOfRow);
}

export function stopOfRow(row: StopRow): OpenStop {
  const { loss_id: lossId, application_id: applicationId, reason, details, wallets, entries } = row;
  return { lossId, applicationId, reason, details, wallets, entries };
}

/** Unless the application is stopped for the same reason. Resolves to what stops it for that. */
export async function insertStop(
  transaction: PoolClient,
  stop: {
    readonly applicationId: string;
    readonly lossId: string;
    readonly replicaId: string;
    readonly reason: string;
    readonly details: object;
  },
): Promise<readonly OpenStop[]> {
  const { rows } = await transaction.query<StopRow>(
    `with before as (
       select ${stopColumns} from losses where application_id = $1 and reason = $4 and time_accepted is null
     ), stopped as (
       insert into losses (application_id, loss_id, replica_id, reason, details, wallets, entries, time_noticed)
       select $1, $2, $3, $4, $5, 0, 0, clock_timestamp() where not exists (select from before)
       returning ${stopColumns}
     )
     select * from before union all select * from stopped`,
    [stop.applicationId, stop.lossId, stop.replicaId, stop.reason, JSON.stringify(stop.details)],
  );
  return rows.map(stopOfRow);
}

/**
 * Signs what the transaction has accepted. To be called as its last statement: who reads the files of the database
 * finds the MAC there also if the transaction is rolled back.
 */
export async function signAcceptances(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationId: string,
  stops: readonly Pick<OpenStop, 'lossId'>[],
): Promise<void> {
  if (stops.length === 0) return;
  const { rows } = await transaction.query<AcceptedRow>(
    `select ${acceptedColumns} from losses
     where application_id = $1 and loss_id = any($2::uuid[]) and time_accepted is not null`,
    [applicationId, stops.map(({ lossId }) => lossId)],
  );
  await writeMacs(transaction, macs, rows);
}

/**
 * Looks at every acceptance, and undoes those that nobody with the event key signed. The others get MACs of the newest
 * key. Resolves to what is stopped again.
 */
export async function checkAcceptances(
  transaction: PoolClient,
  macs: JournalMacs,
): Promise<readonly OpenStop[]> {
  const { rows } = await transaction.query<AcceptedRow>(
    `select ${acceptedColumns} from losses
     where time_accepted is not null order by application_id, loss_id`,
  );
  const signed = rows.filter((row) => isSigned(macs, row));
  await writeMacs(
    transaction,
    macs,
    signed.filter(
      (row) => !macs.ofAcceptance(acceptanceOf(row)).equals(row.acceptance_mac ?? Buffer.alloc(0)),
    ),
  );
  return reopenUnsigned(transaction, macs, rows.filter((row) => !isSigned(macs, row)).map(stopOfRow));
}

/** Looks at every acceptance, and at what was known to be stopped. `forged`: what of `open` is stopped again. */
export async function lookAtStops(
  transaction: PoolClient,
  macs: JournalMacs,
  known: readonly OpenStop[],
): Promise<{ readonly open: readonly OpenStop[]; readonly forged: readonly OpenStop[] }> {
  // In this order: what is accepted after the first statement is looked at by the second.
  const open = await openRows(transaction);
  const unsigned = await checkAcceptances(transaction, macs);
  const found = withStops(open, unsigned);
  const again = await reopenUnsigned(transaction, macs, goneOf(known, found));
  return { open: withStops(found, again), forged: withStops(unsigned, again) };
}

/**
 * `gone`: stops that are no longer open. Opens those again that nobody with the event key accepted, whose row is gone
 * too. Resolves to them. The rows are locked first: an acceptance that is signed meanwhile is not undone.
 */
export async function reopenUnsigned(
  transaction: PoolClient,
  macs: JournalMacs,
  gone: readonly OpenStop[],
): Promise<readonly OpenStop[]> {
  if (gone.length === 0) return [];
  const { rows } = await transaction.query<ReadRow>(
    `select ${acceptedColumns} from losses
     where (application_id, loss_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by application_id, loss_id for update`,
    keysOf(gone),
  );
  const found = new Map(rows.map((row) => [keyOfStop(stopOfRow(row)), row]));
  const forged = gone.filter((stop) => {
    const row = found.get(keyOfStop(stop));
    return !row || !isAccepted(row) || row.reason !== stop.reason || !isSigned(macs, row);
  });
  await reopen(
    transaction,
    forged.filter((stop) => found.has(keyOfStop(stop))),
  );
  for (const stop of forged) if (!found.has(keyOfStop(stop))) await insertAgain(transaction, stop);
  return forged;
}

const isAccepted = (row: ReadRow): row is AcceptedRow => row.accepted_us !== null;

function acceptanceOf(row: AcceptedRow): Acceptance {
  const { application_id: applicationId, loss_id: lossId, reason, accepted_us: acceptedAtUs } = row;
  return { applicationId, lossId, reason, acceptedAtUs };
}

function isSigned(macs: JournalMacs, row: AcceptedRow): boolean {
  return macs.fitsAcceptance(row.acceptance_mac, acceptanceOf(row));
}

async function writeMacs(
  transaction: PoolClient,
  macs: JournalMacs,
  rows: readonly AcceptedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `update losses as l set acceptance_mac = n.mac from unnest($1::uuid[], $2::uuid[], $3::bytea[])
       as n (application_id, loss_id, mac)
     where l.application_id = n.application_id and l.loss_id = n.loss_id`,
    [
      rows.map((row) => row.application_id),
      rows.map((row) => row.loss_id),
      rows.map((row) => macs.ofAcceptance(acceptanceOf(row))),
    ],
  );
}

async function reopen(transaction: PoolClient, stops: readonly OpenStop[]): Promise<void> {
  if (stops.length === 0) return;
  await transaction.query(
    `update losses set time_accepted = null, acceptance_mac = null
     where (application_id, loss_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    keysOf(stops),
  );
}

/** A stop whose row is gone gets one again, so that an operator finds it. One that has a row meanwhile keeps that. */
async function insertAgain(transaction: PoolClient, stop: OpenStop): Promise<void> {
  const { applicationId, lossId, reason, details, wallets, entries } = stop;
  await transaction.query(
    `insert into losses (application_id, loss_id, replica_id, reason, details, wallets, entries, time_noticed)
     values ($1, $2, $2, $3, $4, $5, $6, clock_timestamp()) on conflict do nothing`,
    [applicationId, lossId, reason, details, wallets, entries],
  );
}

function keysOf(stops: readonly OpenStop[]): [string[], string[]] {
  return [stops.map(({ applicationId }) => applicationId), stops.map(({ lossId }) => lossId)];
}
