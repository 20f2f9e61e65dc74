import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, payment, token, typedData } from './operations.js';

// The native coin also leaves in other ways than a transaction's value: through its token, batches, permits,
// dispatches.

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function transferWithComment(address to, uint256 amount, string comment)',
]);
const amount = 100n * 10n ** 18n;
const transfer = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [mallory, amount] });
const low = (number: string): Hex => `0x${number.padStart(40, '0')}`;
const glmr = low('802');
const window = (value: string, options = {}) =>
  when('spending_window', 'token' in options ? 'token_amount' : 'native_amount', 'gt', value, {
    window_seconds: 3600,
    ...options,
  });

const batch = encodeFunctionData({
  abi: parseAbi(['function batchAll(address[] to, uint256[] value, bytes[] callData, uint64[] gasLimit)']),
  functionName: 'batchAll',
  args: [[glmr], [0n], [transfer], []],
});
const call = (chainId: number, to: Hex, data: Hex) =>
  ethInput(payment({ chainId, to, data, value: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }));

/** Rules that a payment of 100 coins to Mallory breaks, however it is made. */
const limits = (coin: string) => [
  when('ethereum_transaction', 'value', 'gt', '50000000000000000000'),
  when('ethereum_transaction', 'to', 'eq', mallory),
  when('ethereum_transaction', 'to', 'in', [mallory, token]),
  when('ethereum_transaction', 'to', 'neq', alice),
  window('50000000000000000000'),
  window('50000000000000000000', { token: coin }),
];

describe.each([
  ['Moonbeam, the coin’s token', 1284, glmr, transfer, glmr],
  ['Moonriver, the coin’s token', 1285, glmr, transfer, glmr],
  ['Moonbeam, Batch', 1284, low('808'), batch, glmr],
  ['Moonbeam, Dispatch', 1284, low('401'), '0x0a03', glmr],
  ['Moonbeam, staking', 1287, low('800'), '0x829f5ee3', glmr],
  ['Moonbeam, proxies', 1284, low('80b'), '0x74a34dd3', glmr],
  [
    'Celo',
    42_220,
    '0x471EcE3750Da237f93B8E339c536989b8978a438',
    transfer,
    '0x471EcE3750Da237f93B8E339c536989b8978a438',
  ],
  ['Polygon', 137, low('1010'), transfer, low('1010')],
  ['Metis', 1088, `0x${'dead'.repeat(9)}0000`, transfer, `0x${'dead'.repeat(9)}0000`],
  ['ZKsync', 324, low('800a'), '0x51cff8d9', token],
  ['ZKsync, MsgValueSimulator', 300, low('8009'), '0x12345678', token],
  ['Arbitrum', 42_161, low('64'), '0x25e16063', token],
  ['Optimism', 10, `0x42${'0'.repeat(34)}0010`, '0x32b7006d', token],
  ['Base', 8453, `0x42${'0'.repeat(34)}0016`, '0xc2b3e5ac', token],
  ['Avalanche', 43_114, `0x01${'0'.repeat(37)}2`, '0x00', token],
  ['BNB Smart Chain', 56, low('1004'), '0xaa7415f5', token],
  ['Sonic', 146, `0xfc00face${'0'.repeat(32)}`, '0x9fa6dd35', token],
  ['HyperEVM', 999, `0x${'33'.repeat(20)}`, '0x17938e13', token],
  ['a Cosmos chain that is not known here', 9001, low('804'), '0x12345678', token],
  ['Hedera', 295, low('167'), '0x189a554c', token],
] as const)('on %s', (_name, chainId, to, data, coin) => {
  it('a rule about the coin cannot be bypassed', () => {
    for (const condition of limits(coin)) {
      const denying = [rule('eth_signTransaction', 'DENY', condition)];
      expect([condition, decideOn('ETH', call(chainId, to, data), denying).outcome]).toEqual([
        condition,
        'deny',
      ]);
    }
    const small = rule('eth_signTransaction', 'ALLOW', when('ethereum_transaction', 'value', 'lte', 5));
    const closed = { defaultAction: 'deny' } as const;
    expect(decideOn('ETH', call(chainId, to, data), [small], closed).outcome).toBe('deny');
  });
});

describe('a transfer through the coin’s token', () => {
  const spent = (data: Hex, asset = 'native') => spentOf(asset, call(1284, glmr, data));
  const from = (owner: Hex) =>
    encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [owner, mallory, 7n] });

  it('is counted exactly where it can be read', () => {
    expect(spent(transfer)).toBe(amount);
    expect(spent(transfer, glmr)).toBe(amount);
    expect(spent(from(ethWallet.address as Hex))).toBe(7n);
    expect(spent(from(alice))).toBe(0n);
    expect(spent('0xd0e30db0')).toEqual(expect.any(String));
  });

  it('counts in a window on the token as the same coin', () => {
    expect(spentOf(glmr, ethInput(payment({ chainId: 1284 })))).toBe(10n ** 18n + 210_000n);
    expect(spentOf(glmr, ethInput(payment({ chainId: 1 })))).toBe(0n);
  });

  it('is counted in its own unit', () => {
    const usdc: Hex = `0x36${'0'.repeat(38)}`;
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [mallory, 3n] });
    expect(spentOf('native', call(5_042_002, usdc, data), [5_042_002])).toBe(3n * 10n ** 12n);
    expect(spentOf(usdc, call(5_042_002, usdc, data))).toBe(3n);
  });

  it('shows whom it pays', () => {
    const to = (operator: string, value: string) =>
      decideOn('ETH', call(1284, glmr, transfer), [
        rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'to', operator, value)),
      ]).outcome;
    expect([to('eq', mallory), to('eq', alice), to('eq', glmr)]).toEqual(['deny', 'allow', 'deny']);
  });
});

it('typed data for a contract of the chain itself may do anything: Moonbeam’s CallPermit, Polygon’s order', () => {
  const field = (type: string, name: string) => ({ name, type });
  const callPermit = typedData({
    types: {
      CallPermit: [
        ...['from', 'to'].map((name) => field('address', name)),
        field('uint256', 'value'),
        field('bytes', 'data'),
        field('uint64', 'gaslimit'),
        ...['nonce', 'deadline'].map((name) => field('uint256', name)),
      ],
    },
    primaryType: 'CallPermit',
    domain: { name: 'Call Permit Precompile', version: '1', chainId: 1284, verifyingContract: low('80a') },
    message: {
      from: ethWallet.address,
      to: mallory,
      value: String(amount),
      data: '0x',
      gaslimit: 1,
      nonce: 0,
      deadline: 1,
    },
  });
  const order = typedData({
    types: {
      TokenTransferOrder: [
        field('address', 'spender'),
        field('uint256', 'tokenIdOrAmount'),
        field('bytes32', 'data'),
        field('uint256', 'expiration'),
      ],
    },
    primaryType: 'TokenTransferOrder',
    domain: { name: 'Polygon Ecosystem Token', version: '1', chainId: 137, verifyingContract: low('1010') },
    message: { spender: mallory, tokenIdOrAmount: 5, data: `0x${'00'.repeat(32)}`, expiration: 1 },
  });
  for (const asset of ['native', token])
    expect(spentOf(asset, ethInput(callPermit))).toEqual(expect.any(String));
  expect(spentOf('native', ethInput(order))).toEqual(expect.any(String));
});

describe('contracts of the chain itself', () => {
  it('may call tokens in the wallet’s name', () => {
    const abi = [
      {
        type: 'function',
        name: 'transfer',
        stateMutability: 'nonpayable',
        inputs: [field('to', 'address'), field('amount', 'uint256')],
        outputs: [],
      },
    ];
    function field(name: string, type: string) {
      return { name, type };
    }
    const denying = rule(
      'eth_signTransaction',
      'DENY',
      when('ethereum_calldata', 'transfer.to', 'eq', mallory, { abi }),
    );
    expect(decideOn('ETH', call(1284, low('808'), batch), [denying]).outcome).toBe('deny');
    expect(decideOn('ETH', call(1284, alice, batch), [denying]).outcome).toBe('allow');
    expect(spentOf(token, call(1284, low('808'), batch))).toEqual(expect.any(String));
  });

  it('are matched by a rule that names them', () => {
    const named = when('ethereum_transaction', 'to', 'in', [low('800')]);
    const allowing = [rule('eth_signTransaction', 'ALLOW', named)];
    const closed = { defaultAction: 'deny' } as const;
    expect(decideOn('ETH', call(1284, low('800'), '0x829f5ee3'), allowing, closed).outcome).toBe('allow');
    expect(decideOn('ETH', call(1284, low('808'), batch), allowing, closed).outcome).toBe('deny');
    const but = when('ethereum_transaction', 'to', 'not_in', [low('800')]);
    const denying = [
      rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'to', 'eq', mallory), but),
    ];
    expect(decideOn('ETH', call(1284, low('800'), '0x829f5ee3'), denying).outcome).toBe('allow');
  });

  it("do not include Ethereum's precompiles, wrapped ether, the zero address or ordinary contracts", () => {
    const plain = ['1', 'a', '11', '100', '0'].map(low);
    const others = [
      `0x42${'0'.repeat(34)}0006`,
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      token,
    ] as const;
    for (const to of [...plain, ...others]) expect(spentOf('native', call(10, to, '0x12345678'))).toBe(0n);
  });
});

describe('a chain that is not known here', () => {
  const to = token;
  it('is unknown to native windows when a call has data, unless the application says that the chain is plain', () => {
    expect(spentOf('native', call(987_654, to, transfer))).toEqual(expect.any(String));
    expect(spentOf('native', call(987_654, to, transfer), [987_654])).toBe(0n);
    expect(spentOf('native', call(987_654, to, '0x'))).toBe(0n);
    expect(spentOf('native', call(1, to, transfer))).toBe(0n);
    expect(spentOf(token, call(987_654, to, transfer))).toBe(amount);
    expect(spentOf('native', call(987_654, low('808'), batch), [987_654])).toEqual(expect.any(String));
  });

  it('counts a payment without data as usual', () => {
    expect(spentOf('native', ethInput(payment({ chainId: 987_654 })))).toBe(10n ** 18n + 210_000n);
  });
});

it('a chain whose system contracts were not reviewed is unknown to native windows when a call has data', () => {
  const denied = [250, 2020, 2021].map((chainId) => spentOf('native', call(chainId, token, transfer)));
  expect(denied).toEqual(denied.map(() => expect.stringContaining('is not known here') as string));
  expect(spentOf('native', call(146, token, transfer))).toBe(0n);
});

it('the address of a coin on another chain is not a coin here: it reverts on Optimism and Mantle', () => {
  const legacy: Hex = `0x${'dead'.repeat(9)}0000`;
  expect([10, 5000].map((chainId) => spentOf('native', call(chainId, legacy, transfer)))).toEqual([0n, 0n]);
  expect(spentOf('native', call(1088, legacy, transfer))).toBe(amount);
});
