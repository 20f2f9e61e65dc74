import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { rule, when } from './engine-harness.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, serviceOn, updatePolicy, updateSettings } from './policy-service.js';

// What a policy or a setting does not do yet, as the answer to its change says it.

let database: PolicyDatabase;
let app: App;
beforeAll(async () => {
  database = await policyDatabase('policy_warnings');
  app = serviceOn(database.pool);
});
afterAll(() => database.drop());

const issuer = 'https://login.example';
const transaction = 'eth_signTransaction';
const shop = `0x${'5b'.repeat(20)}`;
const big = when('ethereum_transaction', 'value', 'gt', '5');
const bigger = when('ethereum_transaction', 'value', 'gt', '9');
const toShop = when('ethereum_transaction', 'to', 'eq', shop);
const draft = (scope: string, ...rules: object[]) => ({ name: 'p', chain: 'ETH', scope, rules });
const limit = draft('GLOBAL', rule(transaction, 'DENY', big));
const stepUp = draft('STEP_UP', rule(transaction, 'require_mfa', big, toShop));

type Told = {
  readonly warnings?: { readonly code?: string; readonly field?: string }[] | null | undefined;
};
const told = ({ warnings }: Told) => (warnings ?? []).map(({ code, field }) => [code, field]);
const evaluationOff = ['policy.evaluation-off', '/policy_evaluation_enabled'];
const reachesNobody = ['policy.step-up-reaches-nobody', '/embedded_wallet_provider_ids'];

const embedded = (...issuers: string[]) => ({
  embedded_wallet_provider_ids: issuers.map(() => randomUUID()),
  embedded_wallet_issuers: issuers,
});

it('nothing is said where everything is in force', async () => {
  const id = randomUUID();
  expect(told(await updateSettings(app.handlers, id, embedded(issuer)))).toEqual([]);
  const higher = draft('GLOBAL', rule(transaction, 'DENY', bigger));
  expect(told(await createPolicy(app, id, higher))).toEqual([]);
  expect(told(await createPolicy(app, id, stepUp, [issuer]))).toEqual([]);
});

it('an active policy has no effect while evaluation is off, whichever of the two comes last', async () => {
  const id = randomUUID();
  const off = { policy_evaluation_enabled: false };
  expect(told(await updateSettings(app.handlers, id, off))).toEqual([]);
  const { id: policyId = '', ...created } = await createPolicy(app, id, limit);
  expect(told(created)).toEqual([evaluationOff]);
  expect(told(await updatePolicy(app, id, policyId, { is_active: false }))).toEqual([]);
  expect(told(await updateSettings(app.handlers, id, { denial_detail: 'full' }))).toEqual([]);
  expect(told(await updatePolicy(app, id, policyId, { is_active: true }))).toEqual([evaluationOff]);
  expect(told(await updatePolicy(app, id, policyId, { name: 'other' }))).toEqual([evaluationOff]);
  expect(told(await updateSettings(app.handlers, id, { policy_evaluation_enabled: true }))).toEqual([]);
  expect(told(await updateSettings(app.handlers, id, off))).toEqual([evaluationOff]);
});

it('STEP_UP policies reach nobody without an embedded-wallet provider, or when it is gone', async () => {
  const id = randomUUID();
  expect(told(await createPolicy(app, id, stepUp, [issuer]))).toEqual([reachesNobody]);
  const settle = async (...issuers: string[]) => {
    const wire = await app.handlers.UpdateSettings(
      {
        applicationId: id,
        validateOnly: false,
        changes: {
          embeddedWalletProviderIds: { values: [randomUUID()] },
          embeddedWalletIssuers: { values: issuers },
          mfaAcrValues: null,
          plainChainIds: null,
        },
        providerIssuers: [issuer],
      },
      context,
    );
    return told(wire);
  };
  expect(await settle('https://deleted.example')).toEqual([reachesNobody]);
  expect(await settle(issuer)).toEqual([]);
  expect(told(await createPolicy(app, id, stepUp, [issuer]))).toEqual([
    ['policy.rule-never-decides', '/rules/0'],
  ]);
  // The provider was deleted, and its issuer is still listed.
  expect(told(await createPolicy(app, id, { ...stepUp, chain: 'ETH', is_active: true }, []))).toContainEqual(
    reachesNobody,
  );
});

it('a rule never decides where another one always does, in any active policy of the chain', async () => {
  const id = randomUUID();
  const { id: first = '' } = await createPolicy(app, id, limit);
  const narrower = draft(
    'GLOBAL',
    rule(transaction, 'ALLOW', toShop),
    rule(transaction, 'DENY', bigger, toShop),
  );
  const never = ['policy.rule-never-decides', '/rules/1'];
  const { id: second = '', warnings } = await createPolicy(app, id, narrower);
  expect(told({ warnings })).toEqual([never]);
  expect(warnings?.[0]?.remedy).toContain(`Rule 0 of the policy ${first} (DENY)`);
  await updatePolicy(app, id, first, { is_active: false });
  expect(told(await updatePolicy(app, id, second, { name: 'still' }))).toEqual([]);
  await updatePolicy(app, id, first, { is_active: true });
  expect(told(await updatePolicy(app, id, second, { name: 'again' }))).toEqual([never]);
  expect(told(await updatePolicy(app, id, second, { is_active: false }))).toEqual([]);
});

it('require_mfa without a condition that names the destination says that it is also a permission', async () => {
  const id = randomUUID();
  await updateSettings(app.handlers, id, embedded(issuer));
  const not = (...values: string[]) => when('ethereum_transaction', 'to', 'not_in', values);
  const rules = [
    rule(transaction, 'require_mfa', big),
    rule(transaction, 'require_mfa', toShop),
    rule(transaction, 'require_mfa', not(shop)),
    rule('*', 'require_mfa', when('system', 'current_unix_timestamp', 'gt', 1)),
    rule(transaction, 'require_mfa', when('ethereum_transaction', 'to', 'in', [shop])),
  ];
  const { warnings } = await createPolicy(app, id, draft('STEP_UP', ...rules), [issuer]);
  const permitting = told({ warnings }).filter(([code]) => code === 'policy.mfa-also-permits');
  expect(permitting.map(([, field]) => field)).toEqual(['/rules/0', '/rules/2', '/rules/3']);
});

describe('ListWarnings', () => {
  const listed = (applicationId: string, providerIssuers: string[] = []) =>
    app.handlers.ListWarnings({ applicationId, providerIssuers }, context);

  it('shows what the answers to the changes said, with the policies and rules that they name', async () => {
    const id = randomUUID();
    const first = await createPolicy(app, id, limit);
    const higher = draft('GLOBAL', rule(transaction, 'DENY', toShop), rule(transaction, 'DENY', bigger));
    const second = await createPolicy(app, id, { ...higher, name: 'higher' });
    const third = await createPolicy(app, id, { ...stepUp, name: 'with a second factor' });
    expect(await listed(id)).toMatchObject({
      policiesNotCompared: [],
      more: false,
      warnings: [
        {
          warning: { code: 'policy.step-up-reaches-nobody' },
          policies: [{ id: third.id, name: 'with a second factor' }],
        },
        {
          warning: { code: 'policy.rule-never-decides', field: '/rules/1' },
          policies: [{ id: second.id, name: 'higher' }],
          rule: { policyId: second.id, ruleIndex: 1, action: 'DENY' },
          because: { policyId: first.id, ruleIndex: 0, action: 'DENY' },
        },
        { warning: { code: 'policy.rule-never-decides' }, policies: [{ id: third.id }] },
      ],
    });
    await updatePolicy(app, id, first.id ?? '', { is_active: false });
    expect(((await listed(id, [])).warnings ?? []).map(({ warning }) => warning?.code)).toEqual([
      'policy.step-up-reaches-nobody',
      // By the rule about the shop.
      'policy.rule-never-decides',
    ]);
    expect((await listed(randomUUID())).warnings).toEqual([]);
  });

  it('names settings that make policies void', async () => {
    const id = randomUUID();
    const allowing = draft('GLOBAL', rule(transaction, 'ALLOW', toShop));
    await createPolicy(app, id, allowing);
    await createPolicy(
      app,
      id,
      draft('GLOBAL', rule('eth_sign', 'ALLOW', when('system', 'current_unix_timestamp', 'gt', 0))),
    );
    const codes = async () => ((await listed(id)).warnings ?? []).map(({ warning }) => warning?.code);
    expect(await codes()).toEqual(['policy.allows-what-is-allowed', 'policy.raw-hashes-are-refused']);
    await updateSettings(app.handlers, id, { default_action: 'deny', raw_hash_signing: 'allow' });
    expect(await codes()).toEqual([]);
    await updateSettings(app.handlers, id, { policy_evaluation_enabled: false });
    expect(await codes()).toEqual(['policy.evaluation-off']);
  });

  it('says which policies are too large to compare', async () => {
    const id = randomUUID();
    const contract = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
    const list = Array.from({ length: 500 }, (_, index) => contract(index));
    const large = draft('GLOBAL', rule(transaction, 'DENY', when('ethereum_transaction', 'to', 'in', list)));
    const ids: (string | undefined)[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await createPolicy(app, id, large)).id);
    const { warnings, policiesNotCompared } = await listed(id);
    expect([warnings, policiesNotCompared]).toEqual([[], ids]);
  });
});
