import { codeOf } from '../http/customer.js';
import type { ApplicationIndex } from './model.js';
import { step, type Step } from './step.js';

const always = {
  field_source: 'system',
  field: 'current_unix_timestamp',
  operator: 'gt',
  value: 1,
};
const noMessages = {
  name: 'no messages',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [{ name: 'ever', method: 'personal_sign', action: 'DENY', conditions: [always] }],
};

/** Denies what the invariant asks for, and allows it again, each from the answer on, in the middle of everything. */
export function changePolicy(application: ApplicationIndex): Step {
  return step(`changePolicy(${application})`, async (model, real) => {
    const customer = real.applications[application];
    const known = model.applications[application];
    if (known.policy === undefined) {
      known.policy = (await customer.succeed<{ id: string }>('POST', '/v1/policy', noMessages)).id;
      return { saw: 'changePolicy: denied' };
    }
    await customer.succeed('PATCH', `/v1/policy/${known.policy}`, { is_active: false });
    await customer.succeed('DELETE', `/v1/policy/${known.policy}`);
    known.policy = undefined;
    return { saw: 'changePolicy: allowed' };
  });
}

/** The next key works and the previous one is dead. No wallet notices. */
export function rotateSecretKey(application: ApplicationIndex): Step {
  return step(`rotateSecretKey(${application})`, async (model, real) => {
    const customer = real.applications[application];
    const before = await customer.rotateSecretKey();
    model.applications[application].secretKeys += 1;
    const dead = { 'x-service-secret-key': before };
    const refused = await customer.manage('GET', '/v2/api/wallets', undefined, dead);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'INVALID_SECRET_KEY']);
    return { saw: 'rotateSecretKey: done' };
  });
}
