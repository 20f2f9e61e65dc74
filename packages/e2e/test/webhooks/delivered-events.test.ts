import { startReceiver, verify, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { demoCustomer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// The whole local stack: real feeds, real processes.

let stack: SharedStack;
let receiver: Receiver;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([sharedStack('webhooks'), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
});

const denyLaterThan = (value: string) => ({
  name: 'no messages',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'none',
      method: 'personal_sign',
      action: 'DENY',
      conditions: [{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value }],
    },
  ],
});

it('delivers what users and administrators do, signed, and each wallet’s events in order', async () => {
  const { express, succeed } = demoCustomer(stack.stack);
  const { secret } = await succeed<{ secret: string }>('POST', '/v1/webhook', { url: receiver.url() });
  const token = await express.token('webhook-user');
  await express.wallet(token, 'ETH');
  for (let number = 0; number < 5; number += 1) {
    await express.signMessage(token, 'ETH', Buffer.from(`message ${number}`));
  }
  await succeed('POST', '/v1/policy', denyLaterThan('1'));
  await succeed('PATCH', '/v1/application', { policy_evaluation_enabled: true });
  await expect(express.signMessage(token, 'ETH', Buffer.from('denied'))).rejects.toThrow();
  const [provider] = await succeed<{ issuer: string; jwks_uri: string }[]>('GET', '/v1/identity/provider');
  await succeed('POST', '/v1/identity/provider', {
    issuer: provider?.issuer,
    jwks_uri: provider?.jwks_uri,
    audience: 'another app',
  });

  const received = await receiver.until(10);
  for (const one of received) expect(() => verify(secret, one)).not.toThrow();
  const ofWallet = received.filter(({ event }) => /^(wallet|signature)\./.test(event.type));
  expect(ofWallet.map(({ event }) => event.type)).toEqual([
    'wallet.created',
    ...(Array(5).fill('signature.created') as string[]),
    'signature.denied',
  ]);
  expect(ofWallet.at(-1)?.event.data['error_code']).toBe('policy.denied');
  expect(new Set(ofWallet.map(({ event }) => event.data['wallet_id'])).size).toBe(1);
  const others = received.filter((one) => !ofWallet.includes(one));
  expect(others.map(({ event }) => `${event.type} ${String(event.data['change'])}`).sort()).toEqual([
    'policy.changed created',
    'policy.changed settings_updated',
    'provider.changed created',
  ]);
});
