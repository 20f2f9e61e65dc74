import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import { clientsOf, signing, startProvider, type Provider } from './provider.js';

// A provider changes its signing key on its own, as Google and Firebase do, while users sign. There are two of each
// process and three witnesses, of which two must agree.

let stack: TestStack;
let customer: Customer;
let provider: Provider;

beforeAll(async () => {
  [stack, provider] = await Promise.all([
    ownStack({
      WITNESS_REPLICAS: '3',
      IDENTITY_REPLICAS: '2',
      WALLET_REPLICAS: '2',
      SIGNER_REPLICAS: '2',
      GATEWAY_REPLICAS: '2',
    }),
    startProvider(),
  ]);
  customer = demoCustomer(stack.stack);
});
afterAll(async () => {
  provider.close();
  await stack.stop();
});

type Status = {
  readonly trusted: boolean;
  readonly keys: readonly { readonly kid: string; readonly thumbprint: string }[];
  readonly witnesses: readonly string[];
};

it('a provider with issuer and audience alone is found by discovery, and usable within 5 s', async () => {
  await provider.publish('one');
  const began = Date.now();
  const body = { issuer: provider.issuer, audience: 'shop' };
  const made = await customer.succeed<{ id: string; jwks_uri: string }>(
    'POST',
    '/v1/identity/provider',
    body,
  );
  expect(made.jwks_uri).toBe(`${provider.issuer}/jwks`);
  const [client] = clientsOf(stack, made.id);
  const wallet = await client?.post('/v2/wallet', await provider.token('one', 'anna'), 'ETH');
  expect(wallet).toMatchObject({ status: 200 });
  expect(await signing(client, await provider.token('one', 'anna'))).toBe('ok');
  expect(Date.now() - began).toBeLessThan(5_000);
});

it('a rotation under load: new tokens sign at once, withdrawn ones end, and nothing else fails', async () => {
  const [{ id } = { id: '' }] = (
    await customer.succeed<readonly { id: string; issuer: string }[]>('GET', '/v1/identity/provider')
  ).filter(({ issuer }) => issuer === provider.issuer);
  const clients = clientsOf(stack, id);
  const state = { kid: 'one', over: false };
  const failures: string[] = [];
  let signed = 0;
  const load = Array.from({ length: 4 }, async (_, index) => {
    for (let turn = 0; !state.over; turn += 1) {
      const { kid } = state;
      const outcome = await signing(clients[turn % 2], await provider.token(kid, 'anna'));
      if (outcome === 'ok') signed += 1;
      // A token of the old key may be on its way while the provider drops that key.
      else if (kid === state.kid) failures.push(`${index}: ${kid} ${outcome}`);
      await sleep(20);
    }
  });

  await sleep(500);
  await provider.publish('two', 'one');
  state.kid = 'two';
  // The very first request with the new key.
  expect(await signing(clients[1], await provider.token('two', 'anna'))).toBe('ok');
  await sleep(500);

  await provider.publish('two');
  const old = await Promise.all(clients.map(() => provider.token('one', 'anna')));
  const began = Date.now();
  await until(
    'the end of the withdrawn key on every gateway and signer',
    async () => {
      const outcomes = await Promise.all(clients.map((client, index) => signing(client, old[index] ?? '')));
      const status = await customer.succeed<Status>('GET', `/v1/identity/provider/${id}/status`);
      return outcomes.every((outcome) => outcome !== 'ok') && status.keys.every(({ kid }) => kid === 'two');
    },
    75_000,
  );
  expect(Date.now() - began).toBeLessThan(60_000);
  state.over = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(signed).toBeGreaterThan(20);
  const status = await customer.succeed<Status>('GET', `/v1/identity/provider/${id}/status`);
  expect(status.trusted).toBe(true);
  expect(status.keys.map(({ kid }) => kid)).toEqual(['two']);
  expect(status.witnesses.length).toBeGreaterThanOrEqual(2);
});

it('a flood of invented kids makes few fetches, and delays nobody', async () => {
  const [{ id } = { id: '' }] = (
    await customer.succeed<readonly { id: string; issuer: string }[]>('GET', '/v1/identity/provider')
  ).filter(({ issuer }) => issuer === provider.issuer);
  const clients = clientsOf(stack, id);
  const before = provider.fetches();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async (_, index) =>
      signing(clients[index % 2], await provider.token(`invented-${index}`, 'anna')),
    ),
  );
  expect(outcomes).not.toContain('ok');
  // Three witnesses fetch, and each a few times at most.
  expect(provider.fetches() - before).toBeLessThanOrEqual(15);
  expect(await signing(clients[0], await provider.token('two', 'anna'))).toBe('ok');
});
