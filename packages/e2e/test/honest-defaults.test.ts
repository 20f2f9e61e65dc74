import { randomUUID } from 'node:crypto';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { codeOf, demoCustomer, freshToken, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// A new application, through the public interface: what is saved is in force, or the answer says that it is not.

type Warned = { readonly id?: string; readonly warnings?: readonly { code: string; field: string }[] };

let shared: SharedStack;
let customer: Customer;
let api: string;
beforeAll(async () => {
  shared = await sharedStack('honest defaults');
  customer = demoCustomer(shared.stack);
  api = shared.expressUrl;
});

const codes = ({ warnings = [] }: Warned) => warnings.map(({ code }) => code);
const settle = (settings: object) => customer.succeed<Warned>('PATCH', '/v1/application', settings);
const save = (policy: object) => customer.succeed<Warned>('POST', '/v1/policy', policy);
const anyTime = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 };
const policyOf = (scope: string, action: string) => ({
  ...{ name: 'mail', chain: 'ETH', scope },
  rules: [{ name: 'always', method: 'personal_sign', action, conditions: [anyTime] }],
});
const sign = async (token: string) =>
  codeOf(await customer.express.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGk=' }));

it('a new application’s first policy is in force when its creation is answered', async () => {
  const user = await freshToken(customer, 'first');
  await customer.express.wallet(user, 'ETH');
  expect(await sign(user)).toBe('ok');
  const created = await save(policyOf('GLOBAL', 'DENY'));
  expect(codes(created)).toEqual([]);
  expect(await sign(user)).toBe('policy.denied');

  expect(codes(await settle({ policy_evaluation_enabled: false }))).toEqual(['policy.evaluation-off']);
  expect(await sign(user)).toBe('ok');
  expect(codes(await save(policyOf('GLOBAL', 'DENY')))).toEqual([
    'policy.evaluation-off',
    'policy.rule-never-decides',
  ]);
  expect(codes(await settle({ policy_evaluation_enabled: true }))).toEqual([]);
  expect(await sign(user)).toBe('policy.denied');
  // Not part of what is saved.
  expect(codes(await customer.succeed('GET', `/v1/policy/${created.id ?? ''}`))).toEqual([]);
});

it('a STEP_UP policy says that it reaches nobody, and the settings that make it so say it too', async () => {
  const stepUp = policyOf('STEP_UP', 'require_mfa');
  expect(codes(await save(stepUp))).toContain('policy.step-up-reaches-nobody');
  expect(codes(await settle({ embedded_wallet_provider_ids: [customer.provider.id] }))).toEqual([]);
  expect(codes(await save(stepUp))).not.toContain('policy.step-up-reaches-nobody');
  await settle({ embedded_wallet_provider_ids: [], email_provider_ids: [] });
  const { warnings = [] } = await settle({ denial_detail: 'full' });
  expect(warnings.map(({ code, field }) => [code, field])).toEqual([
    ['policy.step-up-reaches-nobody', '/embedded_wallet_provider_ids'],
    ['pregeneration.no-email-provider', '/email_provider_ids'],
  ]);
});

it('a first login gets the wallet that waits for it, or learns that one waits', async () => {
  await settle({ email_provider_ids: [], policy_evaluation_enabled: false });
  const email = `${randomUUID()}@example.com`;
  const made = await customer.succeed<Warned & { public_address: string }>(
    'POST',
    '/v1/admin/pregen/wallet',
    {
      email,
    },
  );
  expect(codes(made)).toEqual(['pregeneration.no-email-provider']);
  const first = async (subject: string, claims: Record<string, string>, headers: object = {}) => {
    const token = await freshToken(customer, subject, claims);
    const sent = { ...customer.express.headers(token, 'ETH'), ...headers };
    const answer = await fetch(`${api}/v2/wallet`, { method: 'POST', headers: sent });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & Warned };
  };
  const owner = `owner-${randomUUID()}`;
  for (const times of [1, 2]) {
    const refused = await first(owner, { email });
    expect([times, refused.status, refused.body['code']]).toEqual([times, 409, 'wallet.claim-possible']);
    expect(String(refused.body['detail'])).toContain('email_provider_ids');
  }
  // Nobody else learns whether a wallet waits: both answers are the same but for the keys.
  const strangers = await Promise.all(
    [email, `${randomUUID()}@example.com`].map((address) =>
      first(`stranger-${randomUUID()}`, { email: address, email_verified: 'false' }),
    ),
  );
  for (const { status, body } of strangers)
    expect([status, codes(body), Object.keys(body)]).toEqual([
      200,
      ['wallet.address-unverified'],
      ['public_address', 'public_key', 'warnings'],
    ]);

  const knowing = await first(`knowing-${randomUUID()}`, { email }, { 'x-claim': 'skip' });
  expect([knowing.status, codes(knowing.body)]).toEqual([200, []]);
  expect(knowing.body['public_address']).not.toBe(made.public_address);

  expect(codes(await settle({ email_provider_ids: [customer.provider.id] }))).not.toContain(
    'pregeneration.no-email-provider',
  );
  const claimed = await first(owner, { email });
  expect([claimed.status, claimed.body['public_address']]).toEqual([200, made.public_address]);
});

it('the setting claim_possible makes the wallet without the header', async () => {
  await settle({ email_provider_ids: [], claim_possible: 'skip' });
  const email = `${randomUUID()}@example.com`;
  await customer.succeed('POST', '/v1/admin/pregen/wallet', { email });
  const token = await freshToken(customer, `setting-${randomUUID()}`, { email });
  await expectJson(`${api}/v2/wallet`, { method: 'POST', headers: customer.express.headers(token, 'ETH') });
  await settle({ claim_possible: 'refuse' });
});
