import { createServerClient, type ServerClient } from '@wallet-service/sdk/server';
import { importWallet } from '@wallet-service/sdk/keys';
import { recoverMessageAddress, toHex, type Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { errorOf, same } from './expect.js';
import type { Checks, Settings } from './outcome.js';

function serverFor({ url, secretKey = 'sk_none' }: Settings): ServerClient {
  return createServerClient({ url, secretKey });
}

/** What an application's server does. */
export const serverChecks: Checks = {
  'makes wallets of a group, and lists them page by page': async (settings) => {
    const server = serverFor(settings);
    const group = await server.walletGroups.create({ metadata: { resource_id: 'a test' } });
    const made: string[] = [];
    for (const network of ['EVM', 'SOL_DEVNET', 'BTC_REGTEST']) {
      const body = { auth_jwt: settings.operationToken, network, wallet_group_id: group.data.uuid };
      made.push((await server.wallets.create(body)).wallet_id);
    }
    const listed: string[] = [];
    const query = { wallet_group_id: group.data.uuid, limit: 2 };
    for await (const { uuid } of server.wallets.list(query)) listed.push(uuid);
    same(listed, made.reverse());
  },
  'signs with the access key of a wallet': async (settings) => {
    const server = serverFor(settings);
    const { operationToken } = settings;
    const { data } = await server.wallets.create({ auth_jwt: operationToken, network: 'EVM' });
    const credentials = { id: data.uuid, accessKey: data.access_key, operationToken };
    const wallet = await server.wallet('ETH', credentials);
    const { signature } = await wallet.signMessage('hello');
    same(await recoverMessageAddress({ message: 'hello', signature: signature as Hex }), data.public_address);
    const other = await server.wallet('ETH', { ...credentials, accessKey: `ak_${'A'.repeat(43)}` });
    same((await errorOf(other.signMessage('hello'))).code, 'wallet.access-key-invalid');
  },
  'imports a private key': async (settings) => {
    const privateKey = crypto.getRandomValues(new Uint8Array(32));
    const body = { auth_jwt: settings.operationToken, network: 'EVM' };
    const { data } = await importWallet(serverFor(settings), privateKey, body);
    same(data.public_address, privateKeyToAddress(toHex(privateKey)));
  },
  'makes, changes and deletes a policy': async (settings) => {
    const { policies } = serverFor(settings);
    const conditions = [
      { field_source: 'system', field: 'current_unix_timestamp', operator: 'lt', value: 1 },
    ] as const;
    const rules = [{ name: 'never', method: 'signMessage', action: 'DENY', conditions }] as const;
    const { id } = await policies.create({
      name: 'a test',
      chain: 'SOL',
      scope: 'GLOBAL',
      rules,
      is_active: false,
    });
    same((await policies.update(id, { name: 'renamed' })).name, 'renamed');
    const listed: string[] = [];
    for await (const policy of policies.list({ is_active: false })) listed.push(policy.id);
    same(listed.includes(id), true);
    await policies.delete(id);
    same((await errorOf(policies.get(id))).code, 'policy.not-found');
  },
  'has one form for the errors of all interfaces': async (settings) => {
    const server = serverFor(settings);
    const nowhere = '00000000-0000-7000-8000-000000000000';
    const core = await errorOf(server.wallets.get(nowhere));
    same([core.code, core.status, core.operation], ['wallet.not-found', 404, 'getWallet']);
    const wrong = await errorOf(server.pregeneratedWallets.create({ email: 'nobody' }));
    same([wrong.code, wrong.status, wrong.operation], ['request.invalid', 400, 'pregenerateWallet']);
    const stranger = await errorOf(serverFor({ ...settings, secretKey: 'sk_other' }).application.get());
    same([stranger.code, stranger.status], ['auth.secret-key-invalid', 401]);
  },
};

/** The service answers no page that has a secret key. */
export const pageChecks: Checks = {
  'is refused the operations of servers': async (settings) => {
    same((await errorOf(serverFor(settings).application.get())).code, 'client.network');
  },
};
