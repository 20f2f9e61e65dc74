import { computeAddress } from 'ethers';
import { hashTypedData, keccak256, recoverAddress, serializeTransaction, zeroAddress, type Hex } from 'viem';
import { codeOf } from '../http/customer.js';
import { coreRefusal, someKey, startCore, type Core, type CoreWallet } from './core-client.js';

// The networks of Core wallets over HTTP and all real processes: what each name makes, what is refused, and which
// chain ids are signed.

let core: Core;
beforeAll(async () => {
  core = await startCore('core networks');
});

type Made = CoreWallet & {
  readonly data: { readonly key_type: string; readonly caip2: string | null; readonly public_key: Hex };
  readonly warnings?: readonly { readonly code: string; readonly field: string; readonly remedy: string }[];
};
const create = async (network: string) =>
  core.manage('POST', '/v2/api/wallet', { auth_jwt: await core.users.token('nina'), network });
const made = async (network: string): Promise<Made> => {
  const answer = await create(network);
  expect([network, answer]).toEqual([network, expect.objectContaining({ status: 200 })]);
  return answer.body as Made;
};

it.each([
  ['SOL_DEVNET', 'ed25519', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'ed25519',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    /^[1-9A-Za-z]+$/,
  ],
  [
    'bip122:000000000933ea01ad0ee984209779ba',
    'secp256k1',
    'bip122:000000000933ea01ad0ee984209779ba',
    /^tb1q/,
  ],
  ['BTC_REGTEST', 'secp256k1', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', /^bcrt1q/],
  ['eip155:137', 'secp256k1', 'eip155:137', /^0x/],
  ['BASE_SEPOLIA', 'secp256k1', 'eip155:84532', /^0x/],
  ['EVM', 'secp256k1', null, /^0x/],
])('%s makes a wallet of its kind, which signs', async (network, key_type, caip2, address) => {
  const wallet = await made(network);
  expect(wallet).toMatchObject({ data: { network, key_type, caip2 } });
  expect(wallet).not.toHaveProperty('warnings');
  expect(wallet.data.public_address).toMatch(address);
  expect(await core.signsFor('nina', wallet)).toMatchObject({ status: 200 });
  const shown = await core.succeed<object>('GET', `/v2/api/wallet/${wallet.wallet_id}`);
  const { public_key, public_address } = wallet.data;
  expect(shown).toMatchObject({ data: { network, caip2, public_key, public_address } });
  if (address.source === '^0x') expect(computeAddress(public_key)).toBe(public_address);
});

it.each([
  ...[
    'SOLANA',
    'BITCOIN',
    'SOL',
    'BTC',
    'SOL_MAINET',
    'solana_mainnet',
    'btc-mainnet',
    'COSMOS_MAINNET',
    'TRON',
  ],
  ...[
    'cosmos:cosmoshub-4',
    'solana:mainnet',
    'bip122:12a765e31ffd4059bada1e25190f6e98',
    'EIP155:1',
    'LITECOIN',
  ],
])('%s makes no wallet: it is 422 with the nearest names, for an import too', async (network) => {
  const answer = await create(network);
  expect([answer.status, codeOf(answer)]).toEqual([422, 'WALLET_NETWORK_UNSUPPORTED']);
  const { details } = coreRefusal(answer);
  expect(details).toMatchObject({
    nearest: expect.arrayContaining([expect.stringMatching(/^(SOL|BTC)_|:/)]) as string[],
    errors: [{ path: '/network' }],
  });
  const query = new URLSearchParams({ network, issuer: core.stack.demo_provider.issuer, subject: 'nina' });
  const key = await core.manage('GET', `/v2/api/wallet/import_key?${query.toString()}`);
  expect([key.status, codeOf(key)]).toEqual([422, 'WALLET_NETWORK_UNSUPPORTED']);
});

it.each(['SOLAXY', 'POLYGN_MAINNET', 'eip155:999999999999'])('%s is made with a warning', async (network) => {
  const warnings = [
    { code: 'wallet.network-unknown', field: '/network', remedy: expect.stringMatching(/\w/) as string },
  ];
  expect(await made(network)).toMatchObject({ data: { network }, warnings });
  const body = await core.importBody('nina', network, someKey(network));
  expect(await core.succeed('POST', '/v2/api/wallet/import', body)).toMatchObject({ warnings });
});

describe('a wallet of Polygon', () => {
  let wallet: Made;
  beforeAll(async () => {
    wallet = await made('POLYGON_MAINNET');
  });
  const sign = async (operation: string, what: object, { wallet_id, data }: Made = wallet) =>
    core.manage('POST', `/v2/api/wallet/${operation}`, {
      ...{ op_jwt: await core.operationToken('nina'), access_key: data.access_key, wallet_id, ...what },
    });
  const transaction = (chainId?: number) => ({
    ...{
      type: chainId === undefined ? 'legacy' : 'eip1559',
      nonce: 0,
      to: zeroAddress,
      value: '1',
      gas: 21_000,
    },
    ...(chainId === undefined
      ? { gasPrice: '1' }
      : { chainId, maxFeePerGas: '2', maxPriorityFeePerGas: '1' }),
  });
  const serialized = (chainId: number) =>
    serializeTransaction({
      ...({ type: 'eip1559', nonce: 0, to: zeroAddress, value: 1n, gas: 21_000n, chainId } as const),
      ...{ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
    });
  const mail = (chainId: number) => ({
    types: { Mail: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Mail' as const,
    domain: { name: 'x', chainId },
    message: { contents: 'hi' },
  });
  const every: Readonly<Record<string, (chainId: number) => [string, object]>> = {
    'an object': (chainId) => ['sign_transaction', { payload: transaction(chainId) }],
    'serialized bytes': (chainId) => ['sign_transaction', { payload: serialized(chainId) }],
    'a hash with its payload': (chainId) => [
      'sign_data',
      { raw_data_hash: keccak256(serialized(chainId)), payload: serialized(chainId) },
    ],
    'a hash with its typed data': (chainId) => [
      'sign_data',
      { raw_data_hash: hashTypedData(mail(chainId)), typed_data: mail(chainId) },
    ],
  };
  const refused = [403, 'POLICY_CHAIN_ID_REFUSED'];

  it.each(Object.entries(every))('signs for its chain and for no other: %s', async (_way, request) => {
    expect(await sign(...request(137))).toMatchObject({ status: 200 });
    for (const chainId of [1, 80_002]) {
      const answer = await sign(...request(chainId));
      expect([answer.status, codeOf(answer)]).toEqual(refused);
      expect(coreRefusal(answer).details).toMatchObject({ reason: 'chain_id' });
    }
  });

  it('does not sign a transaction for every chain', async () => {
    const answer = await sign('sign_transaction', { payload: transaction() });
    expect([answer.status, codeOf(answer)]).toEqual(refused);
  });

  it('signs for other chains while the setting is off, and the decision says why it did not', async () => {
    const elsewhere = { payload: transaction(1) };
    const { details } = coreRefusal(await sign('sign_transaction', elsewhere));
    const { decision_id: id } = details as { decision_id?: string };
    expect(await core.succeed('GET', `/v1/decision/${id}`)).toMatchObject({
      outcome: 'deny',
      reason: 'chain_id',
    });
    expect(await core.succeed('GET', '/v1/application')).toMatchObject({ chain_id_check: 'enforce' });
    await core.succeed('PATCH', '/v1/application', { chain_id_check: 'off' });
    try {
      expect(await sign('sign_transaction', elsewhere)).toMatchObject({ status: 200 });
      expect(await core.succeed('GET', '/v1/application')).toMatchObject({ chain_id_check: 'off' });
    } finally {
      await core.succeed('PATCH', '/v1/application', { chain_id_check: 'enforce' });
    }
    expect(await sign('sign_transaction', elsewhere)).toMatchObject({ status: 403 });
  });

  it('is foreseen by a dry run that names the network', async () => {
    const dryRun = async (more: object) =>
      core.manage('POST', '/v1/policy/evaluate', { chain: 'ETH', payload: transaction(1), ...more });
    expect(await dryRun({ network: 'POLYGON_MAINNET' })).toMatchObject({
      body: { outcome: 'deny', reason: 'chain_id' },
    });
    for (const more of [{}, { network: 'EVM' }, { network: 'eip155:1' }])
      expect(await dryRun(more)).toMatchObject({ body: { outcome: 'allow' } });
    const answer = await dryRun({ network: 'SOL_MAINNET' });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: '/network' }] } });
  });

  it('leaves wallets of all EVM networks alone', async () => {
    const any = await made('EVM');
    for (const request of Object.values(every)) {
      expect(await sign(...request(1), any)).toMatchObject({ status: 200 });
      expect(await sign(...request(137), any)).toMatchObject({ status: 200 });
    }
  });
});

describe('members of typed data that no type declares', () => {
  const rule = {
    name: 'no big amount',
    method: 'eth_signTypedData_v4',
    action: 'DENY',
    conditions: [
      { field_source: 'typed_data', field: 'typed_data_message_amount', operator: 'gt', value: '100' },
      { field_source: 'typed_data', field: 'typed_data_primary_type', operator: 'eq', value: 'Pay' },
    ],
  };
  const data = {
    types: { Pay: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Pay' as const,
    domain: { name: 'x', chainId: 1 },
    message: { amount: '7' },
  };
  const express = async (typed_data: object) =>
    core.users.post('/v2/wallet/sign/typed_data', await core.users.token('xenia'), 'ETH', { typed_data });

  it('are neither signed nor seen by a rule, in every place', async () => {
    const address = await core.users.wallet(await core.users.token('xenia'), 'ETH');
    await core.succeed('PATCH', '/v1/application', { policy_evaluation_enabled: true });
    const body = { name: 'no big amount', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
    const { id } = (await core.manage('POST', '/v1/policy/', body)).body as { id: string };
    try {
      expect(await express({ ...data, message: { amount: '101' } })).toMatchObject({ status: 403 });
      const undeclared = {
        ...data,
        types: { Pay: [{ name: 'note', type: 'string' }] },
        message: { note: 'n' },
      };
      const laden = [
        { ...data, amount: '101', account: address, message: { ...data.message, Amount: '101', extra: 1.5 } },
        { ...data, domain: { ...data.domain, amount: '101', owner: null }, primary_type: 'Other' },
        { ...undeclared, message: { ...undeclared.message, amount: '101' } },
      ];
      for (const typed of laden) {
        const answer = await express(typed);
        expect(answer).toMatchObject({ status: 200, body: { message_hash: hashTypedData(typed as never) } });
        const { signature } = answer.body as { signature: Hex };
        expect(await recoverAddress({ hash: hashTypedData(typed as never), signature })).toBe(address);
      }
      // What a member claims besides makes no denied request an allowed one.
      const denied = { ...data, amount: '7', message: { Amount: '7', amount: '101', ' amount': '7' } };
      expect(await express(denied)).toMatchObject({ status: 403, body: { code: 'policy.denied' } });
    } finally {
      await core.manage('DELETE', `/v1/policy/${id}`);
    }
  });
});

it('every answer with an address has its public key', async () => {
  const answer = await core.users.post('/v2/wallet', await core.users.token('paula'), 'ETH');
  const { public_address, public_key } = answer.body as { public_address: string; public_key: Hex };
  expect(computeAddress(public_key)).toBe(public_address);
  const email = 'paula.pregen@example.com';
  const pregenerated = await core.succeed<{ public_address: string; public_key: Hex }>(
    'POST',
    '/v1/admin/pregen/wallet',
    { email },
  );
  expect(computeAddress(pregenerated.public_key)).toBe(pregenerated.public_address);
  const status = `/v1/admin/pregen/wallet?${new URLSearchParams({ email }).toString()}`;
  expect(await core.succeed('GET', status)).toMatchObject(pregenerated);
  const batch = await core.succeed('POST', '/v1/admin/pregen/wallets', { emails: [email, 'nobody'] });
  expect(batch).toMatchObject({ data: [pregenerated, { public_address: null, public_key: null }] });
});
