import { BrowserProvider, verifyMessage } from 'ethers';
import { createWalletClient, custom, parseTransaction, type Hex } from 'viem';
import { mainnet } from 'viem/chains';
import { keyWallet } from '../test/key-wallet.js';
import { address, key, local, node, other, setUp, typedData } from '../test/provider-on-node.js';
import { clientError, type ErrorFacts } from './core/error.js';
import { announceProvider, type Eip1193Options } from './eip1193.js';
import { toViemAccount } from './viem.js';

describe('the accounts and the chain', () => {
  it('are told, and what is unknown goes to the node of the current chain', async () => {
    const { request, asked } = setUp({ eth_call: '0x01' });
    expect(await request('eth_accounts')).toEqual([address]);
    expect(await request('eth_requestAccounts')).toEqual([address]);
    expect(await request('eth_chainId')).toBe('0x1');
    expect(await request('eth_call', { to: other }, 'latest')).toBe('0x01');
    expect(asked).toEqual([
      { url: 'https://one.example', method: 'eth_call', params: [{ to: other }, 'latest'] },
    ]);
  });

  it('change with events', async () => {
    const { provider, request, asked } = setUp({ eth_blockNumber: '0x1' });
    const events: unknown[] = [];
    const listen = (payload: unknown) => events.push(payload);
    provider.on('connect', listen);
    provider.on('chainChanged', listen);
    provider.on('accountsChanged', listen);
    expect(await request('wallet_switchEthereumChain', { chainId: '0xA' })).toBeNull();
    await request('wallet_switchEthereumChain', { chainId: '0xa' });
    await request('eth_blockNumber');
    expect(asked[0]?.url).toBe('https://ten.example');
    await expect(request('wallet_switchEthereumChain', { chainId: '0x2' })).rejects.toMatchObject({
      code: 4902,
    });
    await request('wallet_revokePermissions', { eth_accounts: {} });
    expect(await request('eth_accounts')).toEqual([]);
    await expect(request('personal_sign', '0x', address)).rejects.toMatchObject({ code: 4100 });
    await request('eth_requestAccounts');
    provider.removeListener('accountsChanged', listen);
    await request('wallet_revokePermissions', { eth_accounts: {} });
    expect(events).toEqual(['0xa', { chainId: '0xa' }, [], [address]]);
  });
});

describe('a listener that throws', () => {
  it('is reported after the others have heard', async () => {
    const { provider, request } = setUp();
    await request('eth_chainId');
    const heard: unknown[] = [];
    const later: (() => void)[] = [];
    const { queueMicrotask } = globalThis;
    globalThis.queueMicrotask = (task) => later.push(task);
    provider.on('chainChanged', () => {
      throw new Error('mine');
    });
    provider.on('chainChanged', (chainId) => heard.push(chainId));
    const switching = request('wallet_switchEthereumChain', { chainId: '0xa' });
    globalThis.queueMicrotask = queueMicrotask;
    expect(await switching).toBeNull();
    expect(heard).toEqual(['0xa']);
    expect(later).toHaveLength(1);
    expect(later[0]).toThrow('mine');
  });
});

it.each([undefined, null, { filter: 1 }])('the parameters %o reach the node', async (params) => {
  const { provider, asked } = setUp({ eth_call: '0x01' });
  expect(await provider.request({ method: 'eth_call', params })).toBe('0x01');
  expect(asked[0]?.params).toEqual(params ?? []);
});

describe('signing', () => {
  it('signs messages and typed data as the local account does', async () => {
    const { request } = setUp();
    const signature = await local.signMessage({ message: { raw: '0x6869' } });
    expect(await request('personal_sign', '0x6869', address.toLowerCase())).toBe(signature);
    expect(await request('personal_sign', 'hi', address)).toBe(signature);
    const expected = await local.signTypedData({ ...typedData, message: { amount: 7n } });
    expect(await request('eth_signTypedData_v4', address, JSON.stringify(typedData))).toBe(expected);
    expect(await request('eth_signTypedData_v4', address, typedData)).toBe(expected);
  });

  it('sends one transaction after the other', async () => {
    const { request, asked } = setUp();
    await Promise.all([1, 2, 3].map(() => request('eth_sendTransaction', { to: other })));
    const order = asked.map(({ method }) => method).filter((method) => /Count|Raw/.test(method));
    const pair = ['eth_getTransactionCount', 'eth_sendRawTransaction'];
    expect(order).toEqual([...pair, ...pair, ...pair]);
  });

  it('a node that hangs delays only its own chain', async () => {
    let wake: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (wake = resolve));
    const waitFor = (url: string) => (url === 'https://one.example' ? hanging : undefined);
    const { request } = setUp({}, { waitFor });
    const late = request('eth_sendTransaction', { to: other });
    await request('wallet_switchEthereumChain', { chainId: '0xa' });
    const hash = await request('eth_sendTransaction', { to: other });
    wake();
    expect([hash, await late]).toEqual(Array(2).fill(node['eth_sendRawTransaction']));
  });

  it('a person who does not answer delays only their own request', async () => {
    const answers = [new Promise<boolean>(() => undefined), true];
    const { request } = setUp({}, { confirm: () => answers.shift() ?? false });
    void request('eth_sendTransaction', { to: other });
    expect(await request('eth_sendTransaction', { to: other })).toBe(node['eth_sendRawTransaction']);
  });

  it('works under viem and under ethers', async () => {
    const { provider, sent } = setUp({ eth_chainId: '0x1', net_version: '1' });
    const client = createWalletClient({ account: address, chain: mainnet, transport: custom(provider) });
    const message = 'hello 🌍';
    expect(await client.signMessage({ message })).toBe(await local.signMessage({ message }));
    expect(await client.sendTransaction({ to: other as Hex, value: 5n })).toBe(
      node['eth_sendRawTransaction'],
    );
    expect(sent()).toMatchObject({ value: 5n, nonce: 7 });
    const signer = await new BrowserProvider(provider).getSigner();
    expect(verifyMessage(message, await signer.signMessage(message))).toBe(address);
  });
});

describe('what is refused', () => {
  it.each<[string, number, string, unknown[]]>([
    ['a bare hash', 4200, 'eth_sign', [address, `0x${'33'.repeat(32)}`]],
    ['old typed data', 4200, 'eth_signTypedData', [[], address]],
    ['methods of other wallets', 4200, 'wallet_addEthereumChain', [{ chainId: '0x2' }]],
    ['the method of an object', 4200, 'wallet_toString', []],
    ['another account for a message', 4100, 'personal_sign', ['0x', other]],
    ['another account for typed data', 4100, 'eth_signTypedData_v4', [other, typedData]],
    ['another sender', 4100, 'eth_sendTransaction', [{ from: other }]],
    ['typed data that are no JSON', -32602, 'eth_signTypedData_v4', [address, '{']],
    ['no message', -32602, 'personal_sign', []],
    ['what is not data', -32602, 'eth_call', [() => 1]],
    [
      'a domain without its type',
      -32602,
      'eth_signTypedData_v4',
      [address, { ...typedData, types: { Gift: [] } }],
    ],
  ])('%s (%i)', async (_, code, method, params) => {
    const { request, asked } = setUp();
    await expect(request(method, ...params)).rejects.toMatchObject({ name: 'ProviderRpcError', code });
    expect(asked.filter((each) => each.method === 'eth_sendRawTransaction')).toEqual([]);
  });

  it('what the person refuses', async () => {
    const requests: string[] = [];
    const confirm: Eip1193Options['confirm'] = ({ method }) => requests.push(method) > 1;
    const { request } = setUp({}, { confirm });
    await expect(request('personal_sign', '0x', address)).rejects.toMatchObject({ code: 4001 });
    expect(await request('personal_sign', '0x', address)).toMatch(/^0x/);
    expect(requests).toEqual(['personal_sign', 'personal_sign']);
  });

  it('what the page changes while the person reads it', async () => {
    const transaction = { to: other as Hex, value: '0x1' };
    const gift = structuredClone<object>(typedData) as { message: { amount: number } };
    const confirm: Eip1193Options['confirm'] = ({ method }) => {
      if (method === 'eth_signTransaction') transaction.value = '0x99';
      else gift.message.amount = 99;
      return true;
    };
    const { request } = setUp({}, { confirm });
    const signed = await request('eth_signTransaction', transaction);
    expect(parseTransaction(signed as Hex)).toMatchObject({ value: 1n });
    const expected = await local.signTypedData({ ...typedData, message: { amount: 7n } });
    expect(await request('eth_signTypedData_v4', address, gift)).toBe(expected);
  });

  it.each<[Partial<ErrorFacts>, number]>([
    [{ status: 403 }, 4100],
    [{ status: 400 }, -32602],
    [{ status: 500 }, -32603],
  ])('an error of the service %o has the code %i', async (facts, code) => {
    const error = clientError('client.answer-invalid', 'not now', { ...facts, traceId: 'trace' });
    const account = { ...toViemAccount(keyWallet(key)), signMessage: () => Promise.reject(error) };
    const { request } = setUp({}, { account });
    await expect(request('personal_sign', '0x', address)).rejects.toMatchObject({
      ...{ code, message: 'not now', cause: error },
      data: { code: 'client.answer-invalid', traceId: 'trace' },
    });
  });

  it('errors of the node keep their code and data', async () => {
    const { request } = setUp({ eth_call: new Error('execution reverted') });
    await expect(request('eth_call')).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: '0x08',
    });
  });

  it('a node that cannot be reached', async () => {
    const { request } = setUp({}, { fetch: () => Promise.reject(new TypeError('refused')) });
    await expect(request('eth_call')).rejects.toMatchObject({ code: 4901 });
  });

  it('a transaction after one that failed is sent', async () => {
    const { request } = setUp();
    const [first, second] = await Promise.allSettled([
      request('eth_sendTransaction', { to: other, value: 1 }),
      request('eth_sendTransaction', { to: other }),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  });
});

it('a page finds the provider (EIP-6963)', () => {
  const { provider } = setUp();
  const page = new EventTarget();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'window');
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true });
  const seen: unknown[] = [];
  page.addEventListener('eip6963:announceProvider', (event) => seen.push((event as CustomEvent).detail));
  const info = {
    uuid: 'b5b1ed0f-6e2e-4a1e-9f0c-1d1d1d1d1d1d',
    name: 'Wallet',
    icon: 'data:image/png;base64,',
    rdns: 'com.example',
  } as const;
  const end = announceProvider(provider, info);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  end();
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  expect(seen).toEqual([
    { info, provider },
    { info, provider },
  ]);
  if (before) Object.defineProperty(globalThis, 'window', before);
  else Reflect.deleteProperty(globalThis, 'window');
});
