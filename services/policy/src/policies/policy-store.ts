import type { PoolClient } from 'pg';
import type { ChangeMaker } from '@wallet-service/postgres';
import type { Rule } from '../engine/rule.js';
import type { Policy, PolicyChange } from './policy.js';

/** A stored policy. */
export type PolicyRow = {
  policy_id: string;
  is_active: boolean;
  name: string;
  chain: Policy['chain'];
  scope: Policy['scope'];
  description: string | null;
  rules_json: string;
  revision: number;
  time_created: Date;
  time_updated: Date;
};

const columns =
  'policy_id, is_active, name, chain, scope, description, rules_json, revision, time_created, time_updated';

export function policyOf(row: PolicyRow): Policy {
  return {
    id: row.policy_id,
    is_active: row.is_active,
    name: row.name,
    chain: row.chain,
    scope: row.scope,
    description: row.description,
    rules: JSON.parse(row.rules_json) as readonly Rule[],
    revision: row.revision,
    timeCreated: row.time_created,
    timeUpdated: row.time_updated,
  };
}

export type PolicyFilter = {
  readonly isActive?: boolean;
  readonly chain?: string;
  readonly scope?: string;
};

/** Of rules. A list ends with the policy that reaches it. */
const mostBytesListed = 1024 * 1024;

export type PolicyPage = { readonly rows: readonly PolicyRow[]; readonly hasMore: boolean };

/** A page, oldest first: ids sort by time. `after`: the last id of the page before, or empty. */
export async function listPolicies(
  client: PoolClient,
  applicationId: string,
  { isActive, chain, scope }: PolicyFilter,
  after: string,
): Promise<PolicyPage> {
  const { rows } = await client.query<PolicyRow & { has_more: boolean }>(
    `with measured as (
       select ${columns}, lead(policy_id) over (order by policy_id) is not null as has_more,
              sum(octet_length(rules_json)) over (order by policy_id) - octet_length(rules_json) as bytes_before
         from policies
        where application_id = $1 and policy_id > $2
          and ($3::boolean is null or is_active = $3) and ($4::text is null or chain = $4)
          and ($5::text is null or scope = $5))
     select ${columns}, has_more from measured where bytes_before < ${mostBytesListed} order by policy_id`,
    [applicationId, after, isActive ?? null, chain ?? null, scope ?? null],
  );
  return { rows, hasMore: rows.at(-1)?.has_more ?? false };
}

export async function findPolicy(
  client: PoolClient,
  applicationId: string,
  policyId: string,
): Promise<Policy | undefined> {
  const { rows } = await client.query<PolicyRow>(
    `select ${columns} from policies where application_id = $1 and policy_id = $2`,
    [applicationId, policyId],
  );
  return rows[0] && policyOf(rows[0]);
}

/** All of an application, oldest first. */
export async function readPolicyRows(
  client: PoolClient,
  applicationId: string,
): Promise<readonly PolicyRow[]> {
  const { rows } = await client.query<PolicyRow>(
    `select ${columns} from policies where application_id = $1 order by policy_id`,
    [applicationId],
  );
  return rows;
}

/** Inserts the policy, or overwrites the one with the same id. */
export async function writePolicy(client: PoolClient, applicationId: string, policy: Policy): Promise<void> {
  await client.query(
    `insert into policies (application_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (application_id, policy_id) do update
        set is_active = excluded.is_active, name = excluded.name, scope = excluded.scope,
            description = excluded.description, rules_json = excluded.rules_json, revision = excluded.revision,
            time_updated = excluded.time_updated`,
    [applicationId, ...valuesOf(policy)],
  );
}

export async function deletePolicy(
  client: PoolClient,
  applicationId: string,
  policyId: string,
): Promise<void> {
  await client.query('delete from policies where application_id = $1 and policy_id = $2', [
    applicationId,
    policyId,
  ]);
}

/** `maker`: undefined if nobody asked for the change. */
export async function writePolicyRevision(
  client: PoolClient,
  applicationId: string,
  { change, policy, maker }: NewRevision,
): Promise<void> {
  const { actor, reason = '' } = maker ?? {};
  await client.query(
    `insert into policy_revisions (application_id, policy_id, is_active, name, chain, scope, description, rules_json,
                                   revision, time_created, time, change, actor_kind, actor_id, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [applicationId, ...valuesOf(policy), change, actor?.kind ?? '', actor?.id ?? '', reason],
  );
}

export type NewRevision = {
  readonly change: PolicyChange;
  readonly policy: Policy;
  readonly maker: ChangeMaker | undefined;
};

/** Without a maker the last three are empty. */
export type PolicyRevisionRow = PolicyRow & {
  readonly change: PolicyChange;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly reason: string;
};

const mostRevisionsListed = 100;

/**
 * Newest first: the last hundred, at most about 1 MiB of rules, also of deleted policies. `time_updated` is
 * the time of the change.
 */
export async function listPolicyRevisions(
  client: PoolClient,
  applicationId: string,
  policyId: string,
): Promise<readonly PolicyRevisionRow[]> {
  const { rows } = await client.query<PolicyRevisionRow>(
    `with newest as (
       select * from policy_revisions where application_id = $1 and policy_id = $2
        order by revision desc limit ${mostRevisionsListed}),
     measured as (
       select *, sum(octet_length(rules_json)) over (order by revision desc) - octet_length(rules_json) as bytes_before
         from newest)
     select policy_id, is_active, name, chain, scope, description, rules_json, revision, time_created,
            time as time_updated, change, actor_kind, actor_id, reason
       from measured where bytes_before < ${mostBytesListed}
      order by revision desc`,
    [applicationId, policyId],
  );
  return rows;
}

export function rowOf(policy: Policy): PolicyRow {
  return {
    policy_id: policy.id,
    is_active: policy.is_active,
    name: policy.name,
    chain: policy.chain,
    scope: policy.scope,
    description: policy.description,
    rules_json: JSON.stringify(policy.rules),
    revision: policy.revision,
    time_created: policy.timeCreated,
    time_updated: policy.timeUpdated,
  };
}

/** In the order of the columns. */
function valuesOf(policy: Policy): unknown[] {
  return Object.values(rowOf(policy));
}
