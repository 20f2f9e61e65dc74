import { createPolicy, type PolicyTransaction } from './change-policies.js';
import { mostPolicies } from './policy.js';
import { rowOf } from './policy-store.js';
import { validatePolicy } from './validate-policy.js';

// The bound in bytes is tested on the database (test/policy-room.test.ts).

const draft = {
  ...{ name: 'p', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'r', method: 'personal_sign', action: 'DENY' },
      conditions: [{ field_source: 'message', field: 'content', operator: 'eq', value: 'a' }],
    },
  ],
};
const time = new Date(0);

function creating(existing: number) {
  const row = rowOf({ ...validatePolicy(draft), id: '', revision: 1, timeCreated: time, timeUpdated: time });
  const transaction: PolicyTransaction = {
    raiseRevision: () => Promise.resolve(),
    policies: () =>
      Promise.resolve(Array.from({ length: existing }, (_, i) => ({ ...row, policy_id: String(i) }))),
    write: () => Promise.resolve(),
    delete: () => Promise.resolve(),
    writeRevision: () => Promise.resolve(),
  };
  const deps = {
    inTransaction: <Result>(_: string, work: (of: PolicyTransaction) => Promise<Result>) => work(transaction),
    newId: () => 'new',
    now: () => time,
  };
  return createPolicy(deps, 'application', draft);
}

it(`takes policy ${mostPolicies} of an application, and none after it`, async () => {
  expect(await creating(mostPolicies - 1)).toMatchObject({ id: 'new', revision: 1 });
  await expect(creating(mostPolicies)).rejects.toMatchObject({ code: 'policy.limit-reached' });
});
