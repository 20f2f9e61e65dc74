import { verifyWebhook } from '@wallet-service/sdk/webhooks';
import { createServerClient } from '@wallet-service/sdk/server';
import { until } from '@wallet-service/test-kit/until';
import { startReceiver, type Received, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// Webhooks that the real service sends, as a receiver with the SDK sees them.

let stack: SharedStack;
let customer: Customer;
let receiver: Receiver;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([sharedStack('sdk webhooks'), startReceiver()]);
  customer = demoCustomer(stack.stack);
});
afterAll(() => receiver.close());

it('verifies what the service sends, before, during and after a change of the secret', async () => {
  const server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
  const { webhooks } = server;
  const newWallet = async (): Promise<string> => {
    const auth_jwt = await freshToken(customer, 'ann');
    return (await server.wallets.create({ auth_jwt, network: 'EVM' })).wallet_id;
  };
  const { id, secret } = await webhooks.create({ url: receiver.url(), event_types: ['wallet.created'] });
  const first = await newWallet();
  const [before] = (await receiver.until(1)) as [Received];
  const event = await verifyWebhook(before, secret);
  if (event.type !== 'wallet.created') throw new Error(event.type);
  expect([event.id, event.data.wallet_id]).toEqual([before.headers['webhook-id'], first]);
  const changed = { ...before, body: before.body.replace(first, first.replace(/^./, 'f')) };
  await expect(verifyWebhook(changed, secret)).rejects.toMatchObject({ code: 'client.webhook-invalid' });
  const now = Math.floor(Date.now() / 1000) + 400;
  await expect(verifyWebhook(before, secret, { now })).rejects.toMatchObject({
    code: 'client.webhook-invalid',
  });

  const { secret: newer } = await webhooks.rotateSecret(id, { overlap_seconds: 3600 });
  const second = await newWallet();
  const during = (await receiver.until(2))[1] as Received;
  for (const secrets of [secret, newer, [newer, secret]])
    expect(await verifyWebhook(during, secrets)).toMatchObject({ data: { wallet_id: second } });
  const { secret: newest } = await webhooks.rotateSecret(id, { overlap_seconds: 0 });
  await newWallet();
  const after = (await receiver.until(3))[2] as Received;
  await verifyWebhook(after, newest);
  await expect(verifyWebhook(after, [secret, newer])).rejects.toMatchObject({
    code: 'client.webhook-invalid',
  });

  const deliveries: string[] = [];
  for await (const delivery of webhooks.deliveries(id, { limit: '2' })) deliveries.push(delivery.id);
  expect(deliveries).toHaveLength(3);
  await webhooks.redeliver(id, deliveries.at(-1) ?? '');
  const again = (await receiver.until(4))[3] as Received;
  expect((await verifyWebhook(again, newest)).id).toBe(event.id);
  const { attempts, attempts_made } = await until('the second attempt', async () => {
    for await (const delivery of webhooks.deliveries(id))
      if (delivery.id === deliveries.at(-1) && delivery.status === 'delivered') return delivery;
    return undefined;
  });
  const taken = { response_status: 204, problem: null };
  expect([attempts, attempts_made]).toMatchObject([1, [taken, taken]]);

  expect(await webhooks.update(id, { enabled: false })).toMatchObject({ enabled: false });
  expect((await webhooks.get(id)).enabled).toBe(false);
  const endpoints: string[] = [];
  for await (const endpoint of webhooks.list()) endpoints.push(endpoint.id);
  expect(endpoints).toEqual([id]);
  await webhooks.delete(id);
  await expect(webhooks.get(id)).rejects.toMatchObject({ code: 'webhook.endpoint-not-found' });
});
