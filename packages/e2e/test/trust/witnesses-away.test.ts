import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import { clientsOf, signing, startProvider, type Provider } from './provider.js';

// Three witnesses, of which two must agree. They are stopped (SIGSTOP), so that they hang and do not just refuse.

let stack: TestStack;
let customer: Customer;
let provider: Provider;

beforeAll(async () => {
  [stack, provider] = await Promise.all([ownStack({ WITNESS_REPLICAS: '3' }), startProvider()]);
  customer = demoCustomer(stack.stack);
});
afterAll(async () => {
  for (const name of ['witness-0', 'witness-1', 'witness-2']) signal(name, 'SIGCONT');
  provider.close();
  await stack.stop();
});

function signal(name: string, kind: 'SIGSTOP' | 'SIGCONT'): void {
  stack.processes.find((each) => each.name === name)?.kill(kind);
}

const register = (audience: string) =>
  customer.manage('POST', '/v1/identity/provider', {
    issuer: provider.issuer,
    audience,
    jwks_uri: `${provider.issuer}/jwks`,
  });

it('one that hangs delays nobody, and with two that hang what was trusted stays', async () => {
  await provider.publish('one');
  signal('witness-0', 'SIGSTOP');
  const made = await register('shop');
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  const [client] = clientsOf(stack, id);
  await client?.post('/v2/wallet', await provider.token('one', 'anna'), 'ETH');
  expect(await signing(client, await provider.token('one', 'anna'))).toBe('ok');

  signal('witness-1', 'SIGSTOP');
  expect(codeOf(await register('other'))).toBe('trust.witnesses-unavailable');
  expect(await signing(client, await provider.token('one', 'anna'))).toBe('ok');
  const providers = await customer.succeed<readonly unknown[]>('GET', '/v1/identity/provider');
  expect(providers).toHaveLength(2);

  // A signer that starts now trusts nothing, because nobody says what is the newest.
  await stack.processes.find(({ name }) => name === 'signer-0')?.restart();
  const outcomes = new Set<string>();
  for (let attempt = 0; attempt < 3; attempt += 1)
    outcomes.add(await signing(client, await provider.token('one', 'anna')));
  // The first may come before the signer is back.
  outcomes.delete('service.unavailable');
  expect([...outcomes]).toEqual(['trust.witnesses-unavailable']);
  for (const name of ['witness-0', 'witness-1']) signal(name, 'SIGCONT');
  await until(
    'signatures again',
    async () => (await signing(client, await provider.token('one', 'anna'))) === 'ok',
    30_000,
  );
});

it('a provider that is away keeps its keys, also for a signer that starts', async () => {
  const providers = await customer.succeed<readonly { id: string; issuer: string }[]>(
    'GET',
    '/v1/identity/provider',
  );
  const id = providers.find(({ issuer }) => issuer === provider.issuer)?.id ?? '';
  const [client] = clientsOf(stack, id);
  provider.setAway(true);
  await stack.processes.find(({ name }) => name === 'signer-0')?.restart();
  await until(
    'signatures',
    async () => (await signing(client, await provider.token('one', 'anna'))) === 'ok',
    30_000,
  );
  provider.setAway(false);
});
