import type { Pool, PoolClient } from 'pg';
import type { StoredDecision } from './decision.js';

export type DecisionToStore = {
  readonly decision: StoredDecision;
  /** The policies that have a rule for what was asked. */
  readonly policyIds: readonly string[];
};

/** Writes the decisions of any number of applications in one statement. */
export async function insertDecisions(pool: Pool, batch: readonly DecisionToStore[]): Promise<void> {
  const decisions = batch.map(({ decision }) => decision);
  const links = batch.flatMap(({ decision, policyIds }) =>
    policyIds.map((policyId) => ({ decision, policyId })),
  );
  await pool.query(
    `with stored as (
       insert into decisions (decision_id, application_id, record_json, time)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]))
     insert into decision_policies (policy_id, decision_id, application_id)
     select * from unnest($5::text[], $6::text[], $7::text[])`,
    [
      decisions.map(({ id }) => id),
      decisions.map(({ application_id }) => application_id),
      decisions.map((decision) => JSON.stringify(decision)),
      decisions.map(({ time }) => time),
      links.map(({ policyId }) => policyId),
      links.map(({ decision }) => decision.id),
      links.map(({ decision }) => decision.application_id),
    ],
  );
}

export type DecisionPage = {
  readonly policyId: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listDecisions(
  client: PoolClient,
  applicationId: string,
  { policyId, before, limit }: DecisionPage,
): Promise<readonly { readonly id: string; readonly json: string }[]> {
  const source =
    policyId === undefined
      ? 'decisions d where d.application_id = $1 and $4::text is null'
      : 'decision_policies p join decisions d using (decision_id) where d.application_id = $1 and p.policy_id = $4';
  const { rows } = await client.query<{ id: string; json: string }>(
    `select d.decision_id as id, d.record_json as json from ${source}
        and ($2::text is null or d.decision_id < $2)
      order by d.decision_id desc
      limit $3`,
    [applicationId, before ?? null, limit, policyId ?? null],
  );
  return rows;
}

/** The record of a decision, JSON. */
export async function findDecision(
  client: PoolClient,
  applicationId: string,
  decisionId: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ json: string }>(
    'select record_json as json from decisions where application_id = $1 and decision_id = $2',
    [applicationId, decisionId],
  );
  return rows[0]?.json;
}

/** Deletes some decisions made before a time; answers how many. */
export async function deleteOldDecisions(client: PoolClient, before: Date, atMost: number): Promise<number> {
  await client.query(`select set_config('app.every_application', 'on', true)`);
  const { rowCount } = await client.query(
    'delete from decisions where decision_id in (select decision_id from decisions where time < $1 order by time limit $2)',
    [before, atMost],
  );
  return rowCount ?? 0;
}
