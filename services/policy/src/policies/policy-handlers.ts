import { chains } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { scopes } from '../engine/rule.js';
import { boundedId, isBoundedId } from '../wire/bounded-id.js';
import { parseBody } from '../wire/parse-body.js';
import {
  createPolicy,
  deletePolicy,
  policyNotFound,
  updatePolicy,
  type ChangePoliciesDeps,
} from './change-policies.js';
import { rowOf, type PolicyFilter, type PolicyRevisionRow, type PolicyRow } from './policy-store.js';
import type { Policy } from './policy.js';

export type PolicyHandlersDeps = ChangePoliciesDeps & {
  readonly find: (applicationId: string, policyId: string) => Promise<Policy | undefined>;
  /** As rows, so that their rules are not parsed just to be serialised again. */
  readonly list: (applicationId: string, filter: PolicyFilter) => Promise<readonly PolicyRow[]>;
  readonly listRevisions: (applicationId: string, policyId: string) => Promise<readonly PolicyRevisionRow[]>;
};

type PolicyMethod =
  'CreatePolicy' | 'GetPolicy' | 'ListPolicies' | 'UpdatePolicy' | 'DeletePolicy' | 'ListPolicyRevisions';

export function policyHandlers(deps: PolicyHandlersDeps): Pick<Handlers<PolicyDefinition>, PolicyMethod> {
  return {
    async CreatePolicy({ applicationId, policyJson }) {
      return policyToWire(await createPolicy(deps, application(applicationId), parseBody(policyJson)));
    },
    async GetPolicy({ applicationId, policyId }) {
      const policy = await deps.find(application(applicationId), known(policyId));
      if (!policy) throw policyNotFound();
      return policyToWire(policy);
    },
    async ListPolicies({ applicationId, isActive, chain, scope }) {
      const filter = {
        ...(isActive !== undefined && { isActive }),
        ...(chain !== '' && { chain: oneOf(chains, chain, '/chain') }),
        ...(scope !== '' && { scope: oneOf(scopes, scope, '/scope') }),
      };
      return { policies: (await deps.list(application(applicationId), filter)).map(rowToWire) };
    },
    async UpdatePolicy({ applicationId, policyId, changesJson, expectedRevision }) {
      const body = parseBody(changesJson);
      const revision = expectedRevision || undefined;
      return policyToWire(
        await updatePolicy(deps, application(applicationId), known(policyId), body, revision),
      );
    },
    async DeletePolicy({ applicationId, policyId, expectedRevision }) {
      await deletePolicy(deps, application(applicationId), known(policyId), expectedRevision || undefined);
      return {};
    },
    async ListPolicyRevisions({ applicationId, policyId }) {
      const revisions = await deps.listRevisions(application(applicationId), known(policyId));
      if (revisions.length === 0) throw policyNotFound();
      return {
        revisions: revisions.map((row) => ({
          change: row.change,
          policy: rowToWire(row),
          time: seconds(row.time_updated),
        })),
      };
    },
  };
}

const application = (applicationId: string) => boundedId(applicationId, '/application_id');

/** Text that is not an id belongs to no policy. */
function known(policyId: string): string {
  if (!isBoundedId(policyId)) throw policyNotFound();
  return policyId;
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

const policyToWire = (policy: Policy) => rowToWire(rowOf(policy));

function rowToWire(row: PolicyRow) {
  return {
    id: row.policy_id,
    isActive: row.is_active,
    name: row.name,
    chain: row.chain,
    scope: row.scope,
    ...(row.description !== null && { description: row.description }),
    rulesJson: row.rules_json,
    revision: row.revision,
    timeCreated: seconds(row.time_created),
    timeUpdated: seconds(row.time_updated),
  };
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string, path: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw invalidField(path, `must be one of ${choices.join(', ')}`);
  return choice;
}
