import { randomUUID } from 'node:crypto';
import { createClient } from '@wallet-service/sdk';
import { exportKey, importWallet } from '@wallet-service/sdk/keys';
import { createServerClient } from '@wallet-service/sdk/server';
import { demoCustomer } from '../http/customer.js';
import type { SharedStack } from '../stacks.js';

type Chain = 'SOL' | 'BTC';
const networks = { SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const;

/**
 * One key that the test knows too: exported from a wallet of the Express interface, and imported as one of the Core
 * interface.
 */
export async function knownKey<C extends Chain>({ expressUrl, stack }: SharedStack, chain: C) {
  const { apiKey, provider, secretKey, express } = demoCustomer(stack);
  const url = expressUrl;
  const subject = `known-${randomUUID()}`;
  const token = await express.token(subject, { expires_in: '240' });
  const client = createClient({ url, apiKey, providerId: provider.id, token });
  const wallet = await client.wallet(chain);
  const { privateKey } = await exportKey(client, wallet);
  const server = createServerClient({ url, secretKey: secretKey() });
  const made = { auth_jwt: token, network: networks[chain] };
  const { data } = await importWallet(server, privateKey, made);
  const credentials = { id: data.uuid, accessKey: data.access_key, operationToken: token };
  const core = await server.wallet(chain, credentials);
  return { privateKey, express: wallet, core };
}
