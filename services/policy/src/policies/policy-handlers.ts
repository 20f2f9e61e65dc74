import { chains } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { mapInTurn } from '@wallet-service/values';
import { scopes } from '../engine/rule.js';
import { boundedId, isBoundedId } from '../wire/bounded-id.js';
import {
  createPolicy,
  deletePolicy,
  policyNotFound,
  updatePolicy,
  type ChangePoliciesDeps,
} from './change-policies.js';
import { changesFromWire, draftFromWire } from './policy-from-wire.js';
import { policyOf, type PolicyFilter, type PolicyPage, type PolicyRevisionRow } from './policy-store.js';
import { policyToWire, seconds } from './policy-to-wire.js';
import type { Warning } from '../wire/warning.js';
import type { Policy } from './policy.js';

export type PolicyHandlersDeps = ChangePoliciesDeps & {
  /** About a policy that was just written. */
  readonly warningsAbout: (
    applicationId: string,
    policy: Policy,
    providerIssuers: readonly string[],
  ) => Promise<readonly Warning[]>;
  readonly find: (applicationId: string, policyId: string) => Promise<Policy | undefined>;
  readonly list: (applicationId: string, filter: PolicyFilter, after: string) => Promise<PolicyPage>;
  readonly listRevisions: (applicationId: string, policyId: string) => Promise<readonly PolicyRevisionRow[]>;
};

type PolicyMethod =
  | 'CreatePolicy'
  | 'GetPolicy'
  | 'ListPolicies'
  | 'UpdatePolicy'
  | 'DeletePolicy'
  | 'ListPolicyRevisions';

export function policyHandlers(deps: PolicyHandlersDeps): Pick<Handlers<PolicyDefinition>, PolicyMethod> {
  const warningsAbout = async (...about: Parameters<PolicyHandlersDeps['warningsAbout']>) => {
    const warnings = await deps.warningsAbout(...about);
    return warnings.length === 0 ? {} : { warnings: [...warnings] };
  };
  return {
    async CreatePolicy({ applicationId, policy, providerIssuers }) {
      if (!policy) throw invalidField('', 'must have a policy');
      const id = application(applicationId);
      const created = await createPolicy(deps, id, draftFromWire(policy));
      return { ...policyToWire(created), ...(await warningsAbout(id, created, providerIssuers)) };
    },
    async GetPolicy({ applicationId, policyId }) {
      const policy = await deps.find(application(applicationId), known(policyId));
      if (!policy) throw policyNotFound();
      return policyToWire(policy);
    },
    async ListPolicies({ applicationId, isActive, chain, scope, after }) {
      const filter = {
        ...(isActive !== undefined && { isActive }),
        ...(chain !== '' && { chain: oneOf(chains, chain, '/chain') }),
        ...(scope !== '' && { scope: oneOf(scopes, scope, '/scope') }),
      };
      const id = application(applicationId);
      const cursor = after === '' ? '' : boundedId(after, '/after');
      const { rows, hasMore } = await deps.list(id, filter, cursor);
      const policies = await mapInTurn(rows, (row) => policyToWire(policyOf(row)));
      return { policies, next: hasMore ? (rows.at(-1)?.policy_id ?? '') : '' };
    },
    async UpdatePolicy({ applicationId, policyId, changes, expectedRevision, providerIssuers }) {
      const given = changes ? changesFromWire(changes) : {};
      const revision = expectedRevision || undefined;
      const id = application(applicationId);
      const updated = await updatePolicy(deps, id, known(policyId), given, revision);
      return { ...policyToWire(updated), ...(await warningsAbout(id, updated, providerIssuers)) };
    },
    async DeletePolicy({ applicationId, policyId, expectedRevision }) {
      await deletePolicy(deps, application(applicationId), known(policyId), expectedRevision || undefined);
      return {};
    },
    async ListPolicyRevisions({ applicationId, policyId }) {
      const rows = await deps.listRevisions(application(applicationId), known(policyId));
      if (rows.length === 0) throw policyNotFound();
      const revisions = await mapInTurn(rows, (row) => ({
        change: row.change,
        policy: policyToWire(policyOf(row)),
        time: seconds(row.time_updated),
        actorKind: row.actor_kind,
        actorId: row.actor_id,
        reason: row.reason,
      }));
      return { revisions };
    },
  };
}

const application = (applicationId: string) => boundedId(applicationId, '/application_id');

/** Text that is not an id belongs to no policy. */
function known(policyId: string): string {
  if (!isBoundedId(policyId)) throw policyNotFound();
  return policyId;
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string, path: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw invalidField(path, `must be one of ${choices.join(', ')}`);
  return choice;
}
