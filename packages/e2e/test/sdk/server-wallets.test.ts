import { ed25519 } from '@noble/curves/ed25519.js';
import { isErrorOf } from '@wallet-service/sdk';
import {
  createServerClient,
  type CoreWalletCredentials,
  type ServerClient,
} from '@wallet-service/sdk/server';
import {
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  verifyMessage,
  type Hex,
} from 'viem';
import { psbtFrom, psbtOf } from '../chains/psbts.js';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { expiringProvider, type ExpiringProvider } from './expiring-provider.js';

// Wallets of the Core interface, through the server's client and the real service. Independent libraries verify.

let stack: SharedStack;
let customer: Customer;
let server: ServerClient;
let provider: ExpiringProvider | undefined;

beforeAll(async () => {
  stack = await sharedStack('sdk server wallets');
  customer = demoCustomer(stack.stack);
  server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
});
afterAll(() => provider?.close());

async function newWallet(network: string): Promise<CoreWalletCredentials & { readonly accessKey: string }> {
  const { data } = await server.wallets.create({ auth_jwt: await freshToken(customer, 'ann'), network });
  return { id: data.uuid, accessKey: data.access_key, operationToken: () => freshToken(customer, 'ann') };
}

it('signs for Ethereum', async () => {
  const wallet = await server.wallet('ETH', await newWallet('EVM'));
  const { address } = wallet;
  const { signature } = await wallet.signMessage('0x68 is text');
  expect(await verifyMessage({ address, message: '0x68 is text', signature: signature as Hex })).toBe(true);

  const unsigned = serializeTransaction({
    ...{ type: 'eip1559', chainId: 1, nonce: 0, to: address, value: 1n, gas: 21_000n },
    ...{ maxFeePerGas: 30n, maxPriorityFeePerGas: 1n },
  });
  const { signed_transaction } = await wallet.signTransaction(unsigned);
  const signed = signed_transaction as `0x02${string}`;
  expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(address);
  expect(
    serializeTransaction({ ...parseTransaction(signed), r: undefined, s: undefined, yParity: undefined }),
  ).toBe(unsigned);

  const typedData = {
    types: { Vote: [{ name: 'proposal', type: 'uint256' }] },
    primaryType: 'Vote',
    domain: { name: 'Votes', chainId: 1n },
    message: { proposal: 2n ** 200n },
  } as const;
  const hash = hashTypedData(typedData);
  const vote = await wallet.signTypedData(typedData, hash);
  expect(await recoverAddress({ hash, signature: vote.signature as Hex })).toBe(address);
  const other = keccak256('0x01');
  await expect(wallet.signTypedData(typedData, other)).rejects.toMatchObject({ code: 'request.invalid' });
  const bare = await wallet.signHash(other);
  expect(await recoverAddress({ hash: other, signature: bare.signature as Hex })).toBe(address);
  const delegation = wallet.signAuthorization({ chainId: 1, address, nonce: 0 });
  await expect(delegation).rejects.toMatchObject({ code: 'client.unsupported' });
});

it('signs for Solana and Bitcoin', async () => {
  const solana = await server.wallet('SOL', await newWallet('SOL_DEVNET'));
  const { signature } = await solana.signMessage('hello', { receipt: true });
  const [signed, publicKey] = [signature, solana.publicKey].map((text) => Buffer.from(text.slice(2), 'hex'));
  expect(ed25519.verify(signed ?? Buffer.of(), Buffer.from('hello'), publicKey ?? Buffer.of())).toBe(true);

  const bitcoin = await server.wallet('BTC', await newWallet('BTC_MAINNET'));
  const owner = { address: bitcoin.address, satoshis: 10_000n };
  const psbt = psbtOf([owner], [{ ...owner, satoshis: 9_000n }]);
  const result = await bitcoin.signPsbt(psbt.toBuffer());
  const extracted = psbtFrom(result.psbt ?? '')
    .finalizeAllInputs()
    .extractTransaction(true);
  expect(Buffer.from(extracted.ins[0]?.witness[1] ?? []).toString('hex')).toBe(bitcoin.publicKey.slice(2));
  await expect(server.wallet('ETH', await newWallet('BTC_MAINNET'))).rejects.toMatchObject({
    code: 'client.request-invalid',
  });
});

it('refuses a wrong access key, and the old one after a change', async () => {
  const credentials = await newWallet('SOL_DEVNET');
  const { id: wallet_id } = credentials;
  let { accessKey } = credentials;
  const wallet = await server.wallet('SOL', { ...credentials, accessKey: () => accessKey });
  await wallet.signMessage('with the first');
  const token = (): Promise<string> => freshToken(customer, 'ann');
  const rotated = await server.wallets.rotateAccessKey({
    op_jwt: await token(),
    access_key: accessKey,
    wallet_id,
  });
  const error: unknown = await wallet.signMessage('with the old one').catch((thrown: unknown) => thrown);
  if (!isErrorOf('coreSignMessage', error)) throw error;
  const codes = { wrong: 'wallet.access-key-invalid' } satisfies Record<string, typeof error.code>;
  expect([error.code, error.status, error.retryable]).toEqual([codes.wrong, 403, false]);
  expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
  accessKey = rotated.data.access_key;
  await wallet.signMessage('with the second');
  const recovered = await server.wallets.recoverAccessKey({ auth_jwt: await token(), wallet_id });
  await expect(wallet.signMessage('with the second')).rejects.toMatchObject({ code: codes.wrong });
  accessKey = recovered.data.access_key;
  await wallet.signMessage('with the third');
});

it('asks for another token when the service says that the first has expired', async () => {
  provider = await expiringProvider(customer);
  const { tokenOf } = provider;
  const { data } = await server.wallets.create({ auth_jwt: await tokenOf('renews', 200), network: 'EVM' });
  const wanted: boolean[] = [];
  const wallet = await server.wallet('ETH', {
    ...{ id: data.uuid, accessKey: data.access_key },
    operationToken: ({ refresh }) => {
      wanted.push(refresh);
      return tokenOf('renews', refresh ? 60 : -3600);
    },
  });
  const { signature } = await wallet.signMessage('later');
  expect(wanted).toEqual([false, true]);
  expect(
    await verifyMessage({ address: wallet.address, message: 'later', signature: signature as Hex }),
  ).toBe(true);
  const fixed = { id: data.uuid, accessKey: data.access_key, operationToken: await tokenOf('renews', -3600) };
  const never = (await server.wallet('ETH', fixed)).signMessage('never');
  await expect(never).rejects.toMatchObject({ code: 'auth.token-expired' });
});

it('makes one wallet and signs once although the first answers are lost', async () => {
  const lost: string[] = [];
  const losing = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init);
    const { pathname } = new URL(url);
    if (init.method === 'GET' || lost.includes(pathname)) return answer;
    lost.push(pathname);
    await answer.arrayBuffer();
    throw new TypeError('the connection broke');
  };
  const unlucky = createServerClient({
    url: stack.expressUrl,
    secretKey: customer.secretKey(),
    fetch: losing,
  });
  const token = (): Promise<string> => freshToken(customer, 'loses answers');
  const { data } = await unlucky.wallets.create({ auth_jwt: await token(), network: 'EVM' });
  const credentials = { id: data.uuid, accessKey: data.access_key, operationToken: token };
  await (await unlucky.wallet('ETH', credentials)).signMessage('once');
  const change = { op_jwt: await token(), access_key: data.access_key, wallet_id: data.uuid };
  const rotated = await unlucky.wallets.rotateAccessKey(change);
  await (
    await unlucky.wallet('ETH', { ...credentials, accessKey: rotated.data.access_key })
  ).signMessage('again');
  expect(lost).toEqual(['', '/sign_message', '/rotate_access_key'].map((end) => `/v2/api/wallet${end}`));
  const kinds: string[] = [];
  for await (const { kind, operation } of server.audit.list({ wallet_id: data.uuid }))
    kinds.push(`${kind} ${operation}`);
  expect(kinds).toEqual([
    ...['event wallet.created', 'intent message', 'result message'],
    ...['event access_key.rotated', 'intent message', 'result message'],
  ]);
});
