import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from './in-transaction.js';
import { look } from './look.js';
import type { Queryable } from './queryable.js';

/** Who makes a change, and why. */
export type ChangeMaker = {
  readonly actor: {
    readonly kind: string;
    readonly id: string;
    readonly role?: string;
    readonly name?: string;
  };
  /** In the actor's words. Empty if they say nothing. */
  readonly reason: string;
  readonly traceId: string;
};

/** A change that waits for its place in the application's journal. */
export type Change = {
  readonly applicationId: string;
  /** A UUID, which the journal's entry has too. So a change that is sent twice is there once. */
  readonly id: string;
  readonly timeMs: number;
  /** Such as `admin.policy_updated`. */
  readonly operation: string;
  /** JSON: `actor`, `reason`, `before` and `after`. */
  readonly details: string;
  readonly traceId: string;
};

export type OutboxDeps = {
  /** Proves that the service wrote a row. */
  readonly mac: {
    readonly of: (...parts: readonly (string | number)[]) => Buffer;
    readonly fits: (mac: Uint8Array | null, ...parts: readonly (string | number)[]) => boolean;
  };
  /** Undefined: nobody asked for the change. */
  readonly maker: () => ChangeMaker | undefined;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What was changed. Undefined: it did not exist, or does not any more. MUST NOT have secrets. */
export type BeforeAndAfter = { readonly before?: object | undefined; readonly after?: object | undefined };

export type RecordChange = (operation: `admin.${string}`, change: BeforeAndAfter) => Promise<void>;

/** Bytes of JSON. Of what is larger only its hash is recorded. */
const largestShown = 4_096;

/** Records changes of one application, each in the transaction that makes it. */
export function changeOutbox(rows: Queryable, applicationId: string, deps: OutboxDeps): RecordChange {
  return async (operation, { before, after }) => {
    const { actor, reason, traceId } = deps.maker() ?? { actor: null, reason: '', traceId: '' };
    const details = JSON.stringify({
      actor,
      reason: reason === '' ? null : reason,
      before: shown(before),
      after: shown(after),
    });
    const change = { applicationId, id: deps.newId(), timeMs: deps.now(), operation, details, traceId };
    await rows.query(
      `insert into change_outbox (application_id, change_id, time_ms, operation, details, trace_id, mac)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [...partsOf(change), deps.mac.of(...partsOf(change))],
    );
  };
}

function shown(value: object | undefined): unknown {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) <= largestShown) return value;
  return { sha256: createHash('sha256').update(json).digest('hex') };
}

function partsOf({ applicationId, id, timeMs, operation, details, traceId }: Change) {
  return [applicationId, id, timeMs, operation, details, traceId] as const;
}

type Row = {
  application_id: string;
  change_id: string;
  time_ms: bigint;
  operation: string;
  details: string;
  trace_id: string;
  mac: Buffer | null;
};

const columns = 'application_id, change_id, time_ms, operation, details, trace_id, mac';

export type OutboxPage = {
  readonly changes: readonly Change[];
  /** Rows that the service did not write. They are removed. */
  readonly foreign: readonly { readonly applicationId: string; readonly id: string }[];
};

/**
 * The oldest changes of one application in their order, or of all (undefined): the first of each, and so on, so that
 * nobody's changes keep back those of others.
 */
export async function readOutbox(
  pool: Pool,
  mac: OutboxDeps['mac'],
  applicationId: string | undefined,
  limit: number,
): Promise<OutboxPage> {
  if (applicationId === undefined && !(await isAnyWaiting(pool))) return { changes: [], foreign: [] };
  return inEvery(pool, async (rows) => {
    const { rows: found } =
      applicationId === undefined
        ? await rows.query<Row>(
            `select ${columns} from (
               select *, row_number() over (partition by application_id order by number) as place from change_outbox
             ) as waiting order by place, number limit $1`,
            [limit],
          )
        : await rows.query<Row>(
            `select ${columns} from change_outbox where application_id = $1 order by number limit $2`,
            [applicationId, limit],
          );
    const all = found.map((row) => ({ change: changeOf(row), mac: row.mac }));
    const genuine = all.filter((one) => mac.fits(one.mac, ...partsOf(one.change)));
    const foreign = all.filter((one) => !genuine.includes(one)).map(({ change }) => change);
    if (foreign.length > 0) await remove(rows, foreign);
    return { changes: genuine.map(({ change }) => change), foreign };
  });
}

async function isAnyWaiting(pool: Pool): Promise<boolean> {
  const [found] = await look<{ any: boolean }>(pool, 'select exists (select from change_outbox) as any');
  return found?.any ?? false;
}

/** When their entries are durable. */
export function forgetChanges(
  pool: Pool,
  changes: readonly Pick<Change, 'applicationId' | 'id'>[],
): Promise<void> {
  return inEvery(pool, (rows) => remove(rows, changes));
}

async function remove(rows: Queryable, changes: readonly Pick<Change, 'applicationId' | 'id'>[]) {
  const ids = new Map<string, string[]>();
  for (const { applicationId, id } of changes)
    ids.set(applicationId, [...(ids.get(applicationId) ?? []), id]);
  for (const [applicationId, known] of ids)
    await rows.query('delete from change_outbox where application_id = $1 and change_id = any($2)', [
      applicationId,
      known,
    ]);
}

function inEvery<Result>(pool: Pool, work: (rows: Queryable) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, work, { everyApplication: true });
}

function changeOf(row: Row): Change {
  return {
    applicationId: row.application_id,
    id: row.change_id,
    timeMs: Number(row.time_ms),
    operation: row.operation,
    details: row.details,
    traceId: row.trace_id,
  };
}
