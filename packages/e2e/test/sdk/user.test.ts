import {
  createClient,
  isErrorOf,
  WalletServiceError,
  type ClientOptions,
  type StepUpChallenge,
} from '@wallet-service/sdk';
import { verifyMessage } from 'viem';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { expiringProvider, type ExpiringProvider } from './expiring-provider.js';

// The user's client against the real service, over real connections, some of which lose answers.

let stack: SharedStack;
let customer: Customer;
let provider: ExpiringProvider | undefined;

beforeAll(async () => {
  stack = await sharedStack('sdk user');
  customer = demoCustomer(stack.stack);
});

afterAll(() => provider?.close());

function clientFor(token: ClientOptions['token'], more: Partial<ClientOptions> = {}) {
  const { apiKey, provider } = customer;
  return createClient({ url: stack.expressUrl, apiKey, providerId: provider.id, token, ...more });
}

const anyTime = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 };

const journalOf = async (subject: string): Promise<readonly string[]> => {
  const { issuer } = customer.provider;
  const query = new URLSearchParams({ issuer, subject, limit: '100' });
  type Page = { readonly data: readonly { readonly kind: string; readonly operation: string }[] };
  const { data } = await customer.succeed<Page>('GET', `/v1/audit?${query.toString()}`);
  return data.map(({ kind, operation }) => `${kind} ${operation}`);
};

it('makes one wallet of each chain, and signs', async () => {
  const client = clientFor(() => freshToken(customer, 'ann'));
  const other = clientFor(await freshToken(customer, 'ann'));
  const [wallet, again] = await Promise.all([client.wallet('ETH'), other.wallet('ETH')]);
  expect(again.address).toBe(wallet.address);
  expect((await client.wallet('SOL')).publicKey).toMatch(/^0x[0-9a-f]{64}$/);
  expect((await client.wallet('BTC')).address).toMatch(/^bc1q/);
  const { signature, receipt } = await wallet.signMessage('0x68 is text', { receipt: true });
  const signed = { message: '0x68 is text', signature: signature as `0x${string}` };
  expect(await verifyMessage({ address: wallet.address, ...signed })).toBe(true);
  expect(receipt?.statement).toMatch(/^[A-Za-z0-9+/]+=*$/);
});

it('signs once although the first answer is lost', async () => {
  const subject = 'loses-answers';
  let lost = 0;
  const losing: ClientOptions['fetch'] = async (url, init) => {
    const answer = await fetch(url, init);
    if (!url.endsWith('/sign/message') || lost > 0) return answer;
    lost += 1;
    await answer.text();
    throw new TypeError('the connection broke');
  };
  const wallet = await clientFor(await freshToken(customer, subject), { fetch: losing }).wallet('ETH');
  await wallet.signMessage('once');
  expect(lost).toBe(1);
  expect(await journalOf(subject)).toEqual(['event wallet.created', 'intent message', 'result message']);
});

it('tells which policy denied, with the decision and a code that the compiler knows', async () => {
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/policy', {
    ...{ name: 'nothing is signed', chain: 'SOL', scope: 'GLOBAL', is_active: true },
    rules: [{ name: 'never', method: 'signMessage', action: 'DENY', conditions: [anyTime] }],
  });
  const wallet = await clientFor(await freshToken(customer, 'denied')).wallet('SOL');
  const error: unknown = await wallet.signMessage('hi').catch((thrown: unknown) => thrown);
  if (!isErrorOf('signMessage', error)) throw new Error(`another error: ${String(error)}`);
  const codes = { denied: 'policy.denied' } satisfies Record<string, typeof error.code>;
  // @ts-expect-error -- no signature is refused for a policy that is not found
  expect(error.code === 'policy.not-found').toBe(false);
  expect(error.code).toBe(codes.denied);
  expect(error.details['policy_id']).toBe(id);
  expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
  const decision = await customer.manage('GET', `/v1/decision/${error.decisionId}`);
  expect(decision.status).toBe(200);
  await customer.succeed('DELETE', `/v1/policy/${id}`);
});

it('repeats a request with a new token after the first has expired', async () => {
  provider = await expiringProvider(customer);
  const { providerId, tokenOf } = provider;
  const wanted: boolean[] = [];
  const client = clientFor(
    ({ refresh }) => {
      wanted.push(refresh);
      return tokenOf('renews', refresh ? 60 : -3600);
    },
    { providerId },
  );
  const { address } = await client.wallet('ETH');
  expect(address).toMatch(/^0x/);
  expect(wanted).toEqual([false, false, true]);
});

it('logs the user in again when a policy asks for a second factor, and goes on', async () => {
  const { provider } = customer;
  await customer.succeed('PATCH', '/v1/application', { embedded_wallet_provider_ids: [provider.id] });
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/policy', {
    ...{ name: 'second factor', chain: 'BTC', scope: 'STEP_UP', is_active: true },
    rules: [{ name: 'always', method: 'signMessage', action: 'require_mfa', conditions: [anyTime] }],
  });
  const challenges: StepUpChallenge[] = [];
  const longAgo = (subject: string) => freshToken(customer, subject, { auth_time: '1' });
  const client = clientFor(() => longAgo('steps-up'), {
    onStepUp: (challenge) => {
      challenges.push(challenge);
      const auth_time = String(Math.floor(Date.now() / 1000));
      return freshToken(customer, 'steps-up', { amr: 'mfa', auth_time });
    },
  });
  const wallet = await client.wallet('BTC');
  expect((await wallet.signMessage('hi')).signature).not.toBe('');
  expect(challenges).toEqual([{ acrValues: expect.any(Array) as unknown, maxAgeSeconds: 900 }]);
  const alone = await clientFor(() => longAgo('cannot')).wallet('BTC');
  await expect(alone.signMessage('hi')).rejects.toMatchObject({
    ...{ code: 'auth.mfa-required', challenge: { maxAgeSeconds: 900 } },
  });
  await customer.succeed('DELETE', `/v1/policy/${id}`);
});

it('gives the field and the remedy of a wrong request', async () => {
  const wallet = await clientFor(await freshToken(customer, 'wrong')).wallet('ETH');
  const error = await wallet.signTransaction('0x02ff').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WalletServiceError);
  expect(error).toMatchObject({ code: 'request.invalid', status: 422, retryable: false });
  expect((error as WalletServiceError).fields[0]?.path).toBe('/payload');
});

it('says when nothing listens at the url', async () => {
  const client = clientFor(await freshToken(customer, 'nowhere'), {
    url: 'http://127.0.0.1:9',
    maxAttempts: 1,
  });
  await expect(client.wallet('ETH')).rejects.toMatchObject({
    code: 'client.network',
    status: 0,
    retryable: true,
  });
});
