import type { Policy, PolicyDraft, UpdatePolicyRequest } from '../generated/schemas.js';
import { invalid, Refusal } from './refusal.js';
import type { Answer, Handler, Received, State, TestPolicy } from './state.js';

/** Policies are stored. What they decide, the test says. */
export const policyHandlers = {
  createPolicy: ({ policies, nextId }, { body }) => {
    const { is_active = true, description = null, ...draft } = body as PolicyDraft;
    const policy: Policy = { id: nextId(), is_active, ...draft, description };
    return stored(policies, { policy, revision: 1 });
  },
  listPolicies: ({ policies }, { query }) => {
    const all = [...policies.values()].map(({ policy }) => policy);
    const wanted = ['is_active', 'chain', 'scope'] as const;
    const isAsked = (policy: Policy) =>
      wanted.every((name) => query[name] === undefined || query[name] === String(policy[name]));
    return { body: all.filter(isAsked) };
  },
  getPolicy: (state, received) => shown(policyOf(state, received)),
  updatePolicy: (state, received) => {
    const { chain, ...changes } = received.body as UpdatePolicyRequest;
    const { policy, revision } = expectedPolicy(state, received);
    if (chain !== undefined && chain !== policy.chain) throw invalid('/chain', 'cannot be changed');
    const isChanged = Object.keys(changes).length > 0;
    return stored(state.policies, {
      policy: { ...policy, ...changes },
      revision: revision + (isChanged ? 1 : 0),
    });
  },
  deletePolicy: (state, received) => {
    const { policy } = expectedPolicy(state, received);
    state.policies.delete(policy.id);
    return { body: undefined };
  },
} satisfies Partial<Record<Received['id'], Handler>>;

function policyOf({ policies }: State, { path }: Received): TestPolicy {
  const found = policies.get(path['id'] ?? '');
  if (!found) throw new Refusal('policy.not-found');
  return found;
}

/** The policy if it is still the revision that the caller knows (`If-Match`). */
function expectedPolicy(state: State, received: Received): TestPolicy {
  const given = received.headers.get('if-match') ?? '*';
  if (given !== '*' && !/^"[1-9]\d{0,8}"$/.test(given)) {
    const fields = [{ path: 'header If-Match', message: 'must be the ETag of an answer' }];
    throw new Refusal('request.revision-conflict', { fields });
  }
  const found = policyOf(state, received);
  if (given !== '*' && given !== `"${found.revision}"`) throw new Refusal('request.revision-conflict');
  return found;
}

function stored(policies: State['policies'], entry: TestPolicy): Answer {
  policies.set(entry.policy.id, entry);
  return shown(entry);
}

function shown({ policy, revision }: TestPolicy): Answer {
  return { body: policy, headers: { etag: `"${revision}"` } };
}
