import { mostWindows } from '../engine/spending-fields.js';
import { createPolicy, type PolicyTransaction } from './change-policies.js';
import { mostPolicies, type DraftInput } from './policy.js';
import { rowOf } from './policy-store.js';
import { validatePolicy } from './validate-policy.js';

// The bound in bytes is tested with the database (test/policy-room.test.ts).

const draft: DraftInput = {
  ...{ name: 'p', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'r', method: 'personal_sign', action: 'DENY' },
      conditions: [{ field_source: 'message', field: 'content', operator: 'eq', value: 'a' }],
    },
  ],
};
const time = new Date(0);

function creating(existing: number, given: DraftInput = draft, others: DraftInput = draft) {
  const row = rowOf({ ...validatePolicy(others), id: '', revision: 1, timeCreated: time, timeUpdated: time });
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
  return createPolicy(deps, 'application', given);
}

it(`accepts policy ${mostPolicies} of an application, and none after it`, async () => {
  expect(await creating(mostPolicies - 1)).toMatchObject({ id: 'new', revision: 1 });
  await expect(creating(mostPolicies)).rejects.toMatchObject({ code: 'policy.limit-reached' });
});

describe('spending windows', () => {
  const tokenOf = (index: number) => `0x${(4096 + index).toString(16).padStart(40, 'b')}`;
  const windowsOf = (count: number, from = 0, written = (token: string) => token) => ({
    ...draft,
    rules: Array.from({ length: Math.ceil(count / 50) }, (_, i) => ({
      ...{ name: 'r', method: 'eth_signTransaction', action: 'DENY' },
      conditions: Array.from({ length: Math.min(50, count - 50 * i) }, (__, k) => ({
        ...{ field_source: 'spending_window', field: 'token_amount', operator: 'gt', value: '1' },
        ...{ window_seconds: 60, token: written(tokenOf(from + 50 * i + k)) },
      })),
    })),
  });
  const half = mostWindows / 2;
  const upper = (token: string) => `0x${token.slice(2).toUpperCase()}`;

  it(`are limited to ${mostWindows} in one policy`, async () => {
    expect(await creating(0, windowsOf(mostWindows))).toMatchObject({ id: 'new' });
    await expect(creating(0, windowsOf(mostWindows + 1))).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: '/rules', message: expect.stringContaining('window_seconds') as string }],
    });
  });

  it('have the same limit over all policies of an application', async () => {
    expect(await creating(1, windowsOf(half, half), windowsOf(half))).toMatchObject({ id: 'new' });
    await expect(creating(1, windowsOf(half + 1, half), windowsOf(half))).rejects.toMatchObject({
      code: 'policy.limit-reached',
      message: expect.stringContaining('spending windows') as string,
    });
    expect(await creating(1, draft, windowsOf(mostWindows))).toMatchObject({ id: 'new' });
  });

  it('count once, however often and in whatever letter case they are written', async () => {
    const again = windowsOf(mostWindows, 0, upper);
    expect(await creating(3, again, windowsOf(mostWindows))).toMatchObject({ id: 'new' });
  });
});
