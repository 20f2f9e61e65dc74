import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createClient, type Chain } from '@wallet-service/sdk';
import { exportKey, exportWallet, importWallet } from '@wallet-service/sdk/keys';
import { createServerClient, type ServerClient } from '@wallet-service/sdk/server';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// Keys that leave the service and enter it again, sealed between the signer and the SDK.

let stack: SharedStack;
let customer: Customer;
let server: ServerClient;

beforeAll(async () => {
  stack = await sharedStack('sdk keys');
  customer = demoCustomer(stack.stack);
  server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
});

const networks = { ETH: 'EVM', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const;
const publicKeyOf = (chain: Chain, privateKey: Uint8Array): string => {
  const curve = chain === 'SOL' ? ed25519 : secp256k1;
  return `0x${Buffer.from(curve.getPublicKey(privateKey)).toString('hex')}`;
};

it.each(['ETH', 'SOL', 'BTC'] as const)(
  'exports a %s key, imports it, and exports it again',
  async (chain) => {
    const token = (): Promise<string> => freshToken(customer, `moves ${chain}`);
    const { apiKey, provider } = customer;
    const client = createClient({ url: stack.expressUrl, apiKey, providerId: provider.id, token });
    const wallet = await client.wallet(chain);
    const exported = await exportKey(client, wallet);
    expect(exported).toMatchObject({ address: wallet.address, publicKey: wallet.publicKey });
    expect(publicKeyOf(chain, exported.privateKey)).toBe(wallet.publicKey);
    expect(exported.mnemonic?.split(' ')).toHaveLength(24);
    expect(exported.derivationPath).toMatch(/^m\//);

    const body = { auth_jwt: await token(), network: networks[chain], metadata: { resource_id: 'moved' } };
    const options = { idempotencyKey: `import of ${chain}` };
    const made = await importWallet(server, exported.privateKey, body, options);
    expect(made.wallet_address).toBe(wallet.address);
    // As after a restart: sealed anew, and with another token of the user.
    const again = await importWallet(
      server,
      exported.privateKey,
      { ...body, auth_jwt: await token() },
      options,
    );
    expect(again).toEqual(made);
    await expect(
      importWallet(server, exported.privateKey, { ...body, auth_jwt: await token() }),
    ).rejects.toMatchObject({
      ...{ code: 'wallet.already-imported', details: { wallet_id: made.wallet_id } },
    });

    const { access_key } = made.data;
    const { wallet_id } = made;
    const moved = await exportWallet(server, { op_jwt: await token(), access_key, wallet_id });
    expect(moved).toEqual({
      ...{ walletId: wallet_id, address: wallet.address, publicKey: wallet.publicKey },
      privateKey: exported.privateKey,
    });
    const signer = await server.wallet(chain, {
      id: wallet_id,
      accessKey: access_key,
      operationToken: token,
    });
    expect((await signer.signMessage('moved')).signature).not.toBe('');
  },
);

it('imports once although the first answer is lost', async () => {
  let lost = 0;
  const losing = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init);
    if (!url.endsWith('/import') || lost > 0) return answer;
    lost += 1;
    await answer.arrayBuffer();
    throw new TypeError('the connection broke');
  };
  const unlucky = createServerClient({
    url: stack.expressUrl,
    secretKey: customer.secretKey(),
    fetch: losing,
  });
  const key = crypto.getRandomValues(new Uint8Array(32));
  const auth_jwt = await freshToken(customer, 'loses the answer');
  const { data } = await importWallet(unlucky, key, { auth_jwt, network: 'EVM' });
  expect([lost, data.public_key]).toEqual([1, publicKeyOf('ETH', key)]);
});

it('seals a key for the user of the token, whom the service asks again', async () => {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const auth_jwt = await freshToken(customer, 'ann');
  const ofBob = await freshToken(customer, 'bob');
  const swapping = {
    wallets: {
      importKey: server.wallets.importKey,
      import: (body: Parameters<ServerClient['wallets']['import']>[0]) =>
        server.wallets.import({ ...body, auth_jwt: ofBob }),
    },
  };
  await expect(importWallet(swapping, key, { auth_jwt, network: 'EVM' })).rejects.toMatchObject({
    code: 'wallet.sealed-key-invalid',
  });
});
