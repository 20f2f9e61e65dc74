import type { Pool, PoolClient } from 'pg';
import { arrayValue, inTransaction } from '@wallet-service/postgres';
import { decidedClaims } from './decided-claims.js';
import type { FoundDecision, StoredDecision } from './decision.js';
import type { RequestSeal } from './request-seal.js';

export type DecisionToStore = {
  readonly decision: StoredDecision;
  /** The stored part of a decision. */
  readonly json: string;
  /** The policies that the decision names. */
  readonly policyIds: readonly string[];
  readonly userHash: Buffer;
  readonly traceId: string;
  /** What was to be signed, sealed. Empty if it was too large. */
  readonly request: Buffer;
};

/** How much is kept of an application's decisions. */
const mostBytes = 64 * 1024 * 1024;
/** How much is removed at once, so that it happens seldom. */
const bytesOfRoom = 1024 * 1024;

/** Includes the row, its index entries, and those of each policy that it is listed under. */
const bytesOf = ({ json, request, policyIds }: DecisionToStore, proof: string) =>
  Buffer.byteLength(json) + request.length + proof.length + 768 + 192 * policyIds.length;

// Counters are always locked in the same order, so that two replicas don't wait for each other.
const insertSql = `with given as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $8::bigint[],
        $10::text[], $11::text[], $12::bytea[], $13::text[], $14::text[], $15::bytea[])
      with ordinality as d (decision_id, application_id, record_json, time, bytes, wallet_id, outcome, user_hash,
        trace_id, proof, request, place)),
  counted as (
    insert into decision_bytes as known (application_id, written)
    select application_id, sum(bytes) from given group by application_id order by application_id
    on conflict (application_id) do update set written = known.written + excluded.written
    returning application_id, written, kept_from),
  stored as (
    insert into decisions (decision_id, application_id, record_json, time, written_to, wallet_id, outcome,
      user_hash, trace_id, proof, request)
    select decision_id, application_id, record_json, time,
           written + bytes - sum(bytes) over (partition by application_id order by place desc),
           wallet_id, outcome, user_hash, nullif(trace_id, ''), proof, request
      from given join counted using (application_id)
    returning 1),
  linked as (
    insert into decision_policies (policy_id, decision_id, application_id)
    select * from unnest($5::text[], $6::text[], $7::text[])
    returning 1)
  select application_id from counted where written - kept_from > $9`;

/**
 * Writes the decisions of any number of applications, each with its proof, in one statement. Returns the
 * applications that have more than is kept, for `keepNewestDecisions`.
 */
export async function insertDecisions(
  pool: Pool,
  batch: readonly DecisionToStore[],
  proofs: readonly string[],
): Promise<readonly string[]> {
  const decisions = batch.map(({ decision }) => decision);
  const links = batch.flatMap(({ decision, policyIds }) =>
    policyIds.map((policyId) => ({ decision, policyId })),
  );
  const { rows } = await pool.query<{ application_id: string }>({
    name: 'insert decisions',
    text: insertSql,
    values: [
      arrayValue('text', decisions, ({ id }) => id),
      arrayValue('text', decisions, ({ application_id }) => application_id),
      arrayValue('text', batch, ({ json }) => json),
      arrayValue('timestamptz', decisions, ({ time }) => new Date(time)),
      arrayValue('text', links, ({ policyId }) => policyId),
      arrayValue('text', links, ({ decision }) => decision.id),
      arrayValue('text', links, ({ decision }) => decision.application_id),
      arrayValue('bigint', batch, (each, index) => bytesOf(each, proofs[index] ?? '')),
      mostBytes,
      arrayValue('text', decisions, ({ wallet_id }) => wallet_id),
      arrayValue('text', decisions, ({ outcome }) => outcome),
      arrayValue('bytea', batch, ({ userHash }) => userHash),
      arrayValue('text', batch, ({ traceId }) => traceId),
      arrayValue('text', proofs, (proof) => proof),
      arrayValue('bytea', batch, ({ request }) => request),
    ],
  });
  return rows.map(({ application_id }) => application_id);
}

/** Removes an application's oldest decisions beyond the bound. */
export async function keepNewestDecisions(pool: Pool, applicationId: string): Promise<void> {
  await inTransaction(
    pool,
    (client) =>
      client.query(
        `with counted as (
           update decision_bytes set kept_from = written - $2 where application_id = $1 and written - kept_from > $2
           returning kept_from)
         delete from decisions using counted where application_id = $1 and written_to <= counted.kept_from`,
        [applicationId, mostBytes - bytesOfRoom],
      ),
    { applicationId },
  );
}

export async function findDecision(
  client: PoolClient,
  applicationId: string,
  decisionId: string,
  open: RequestSeal['open'],
): Promise<FoundDecision | undefined> {
  const { rows } = await client.query<{ json: string; request: Buffer | null; proof: string | null }>(
    'select record_json as json, request, proof from decisions where application_id = $1 and decision_id = $2',
    [applicationId, decisionId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { json, request, proof } = row;
  const decision = recordOf(json);
  return {
    decision,
    claims: decidedClaims(open(decision, request)),
    ...(proof !== null && { proven: { json, proof } }),
  };
}

export function recordOf(json: string): StoredDecision {
  return JSON.parse(json) as StoredDecision;
}
