import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { mostRuleBytes } from '../src/policies/policy.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { createPolicy, serviceOn, updatePolicy } from './policy-service.js';

// The limits of an application, at the edge: the last one is accepted, one more is not.

let database: PolicyDatabase;
let app: App;
beforeAll(async () => {
  database = await policyDatabase('policy_room');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});

const longest = 4096;
const most = 27 * longest;
const condition = (value: string) => ({
  ...{ field_source: 'message', field: 'content', operator: 'contains', value },
});
const ruleOf = (conditions: readonly object[]) => [
  { name: 'r', method: 'personal_sign', action: 'DENY', conditions },
];
const bytesOf = (rules: unknown) => Buffer.byteLength(JSON.stringify(rules));

/** Rules of exactly so many bytes of JSON, up to some 110,000. */
function rulesOf(bytes: number) {
  const values: string[] = ['x'];
  const rules = () => ruleOf(values.map(condition));
  for (let left = bytes - bytesOf(rules()); left > 0; left = bytes - bytesOf(rules())) {
    const last = values.at(-1) ?? '';
    const room = longest - last.length;
    // A further condition also takes the bytes around its value.
    if (left <= room) values[values.length - 1] = last + 'x'.repeat(left);
    else {
      const around = bytesOf(ruleOf([condition(''), condition('')])) - bytesOf(ruleOf([condition('')]));
      values[values.length - 1] = last + 'x'.repeat(Math.min(room, left - around - 1));
      values.push('x');
    }
  }
  expect(bytesOf(rules())).toBe(bytes);
  return rules();
}

const draft = { name: 'p', chain: 'ETH', scope: 'GLOBAL', is_active: false };
const update = (applicationId: string, policyId: string, rules: unknown) =>
  updatePolicy(app, applicationId, policyId, { rules });

it(`${mostRuleBytes} bytes of rules are accepted, and not one more, in a new policy or in a change`, async () => {
  const applicationId = randomUUID();
  let left = mostRuleBytes;
  while (left > 2 * most) {
    await createPolicy(app, applicationId, { ...draft, rules: rulesOf(most) });
    left -= most;
  }
  const half = Math.floor(left / 2);
  const { id = '' } = await createPolicy(app, applicationId, { ...draft, rules: rulesOf(half) });
  const tooLarge = createPolicy(app, applicationId, { ...draft, rules: rulesOf(left - half + 1) });
  await expect(tooLarge).rejects.toMatchObject({ code: 'policy.limit-reached' });
  await createPolicy(app, applicationId, { ...draft, rules: rulesOf(left - half) });
  await expect(update(applicationId, id, rulesOf(half + 1))).rejects.toMatchObject({
    code: 'policy.limit-reached',
  });
  expect(await update(applicationId, id, rulesOf(half - 1))).toMatchObject({ revision: 2 });
});
