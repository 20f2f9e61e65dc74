import { Interface, verifyTypedData, type TransactionLike } from 'ethers';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { startAnvil, type Anvil } from './anvil.js';
import { describeOnNode } from './chain-nodes.js';
import { everyTypeOf } from './ethereum-ways.js';
import { ownApplication, type OwnApplication } from './own-application.js';
import { everyPairOf, newTried, rulesBy, type Effect, type RuleKind, type Tried } from './pair-table.js';
import { walletUser, type SignedTransaction, type WalletUser } from './wallet-user.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// On Moonbeam the native coin can also leave in other ways than a transaction's value: through its token, batches of
// calls, and permits that anybody dispatches. The node has stand-ins at the precompiles' addresses. They hold the coin
// and pay it out as the precompiles would take it from the wallet.

const chainId = 1284;
const thief = '0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF';
const somebody = '0x5555555555555555555555555555555555555555';
const coin = 10n ** 18n;
const stolen = 100n * coin;
const at = (end: string) => `0x${end.padStart(40, '0')}`;
const [token, batch, callPermit] = ['802', '808', '80a'].map(at) as [string, string, string];

/** `transfer(to, amount)`: pays the amount. */
const tokenCode = '0x60006000600060006024356004355af160005260206000f3';
/** `batchAll(to, value, callData, gasLimit)`: makes the first call. */
const batchCode = '0x60443560040160200180350180358082602001600037600060008260006000600435602401355af100';

const abi = new Interface([
  'function transfer(address to, uint256 amount)',
  'function batchAll(address[] to, uint256[] value, bytes[] callData, uint64[] gasLimit)',
]);
const transfer = abi.encodeFunctionData('transfer', [thief, stolen]);
const calls = {
  token: { to: token, value: 0, data: transfer },
  batch: { to: batch, value: 0, data: abi.encodeFunctionData('batchAll', [[token], [0], [transfer], []]) },
};
const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    CallPermit: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'gaslimit', type: 'uint64' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'CallPermit',
  domain: { name: 'Call Permit Precompile', version: '1', chainId, verifyingContract: callPermit },
};
const permitOf = (from: string, value: bigint, to: string, data: string) => ({
  ...permit,
  message: { from, to, value: String(value), data, gaslimit: 100_000, nonce: 0, deadline: 1_900_000_000 },
});

const onMoonbeam = (call: TransactionLike) => everyTypeOf({ ...call, chainId });
const ofTransaction = rulesBy('ethereum_transaction', 'eth_signTransaction');
const window = (options: object) =>
  rulesBy('spending_window', 'eth_signTransaction', { window_seconds: 3600, ...options });
const limit = String(50n * coin);
const high = String(10_000n * coin);

/** By amount and by recipient. `harmless` where the call's effect can be read. */
const rules = (harmless: boolean): readonly RuleKind[] => {
  const other = (value: unknown) => (harmless ? value : undefined);
  return [
    ofTransaction('value', 'gt', limit, other(high)),
    ofTransaction('to', 'eq', thief, other(somebody)),
    ofTransaction('to', 'in', [somebody, thief.toLowerCase()], other([somebody])),
    window({})('native_amount', 'gt', limit, other(high)),
    window({ token })('token_amount', 'gt', limit, other(high)),
  ];
};
const effects: readonly Effect[] = [
  { name: 'the coin by its token', ways: () => onMoonbeam(calls.token), rules: rules(true) },
  { name: 'the coin by a batch', ways: () => onMoonbeam(calls.batch), rules: rules(false) },
  {
    name: 'the coin by a permit for a call',
    ways: (wallet) =>
      [
        permitOf(wallet, stolen, thief, '0x'),
        permitOf(wallet, 0n, token, transfer),
        permitOf(wallet, 0n, batch, calls.batch.data),
      ].map((typed_data, index) => ({
        name: `permit ${index}`,
        operation: 'typed_data',
        body: { typed_data },
      })),
    rules: rules(false),
  },
];

describeOnNode('no way round the rules by the other doors of a native coin', () => {
  let stack: SharedStack;
  let anvil: Anvil;
  let application: OwnApplication;
  let user: WalletUser;
  let other: Tried;

  beforeAll(async () => {
    [stack, anvil] = await Promise.all([sharedStack('native doors'), startAnvil(chainId)]);
    application = ownApplication(stack);
    user = await walletUser(createExpressClient(stack.stack), 'ETH');
    await application.settle({ policy_evaluation_enabled: true });
    other = await newTried('other native doors', 'ETH');
    await anvil.fund(user.address, coin);
    for (const [address, code] of [
      [token, tokenCode],
      [batch, batchCode],
    ] as const) {
      await anvil.node.send('anvil_setCode', [address, code]);
      await anvil.fund(address, 10n * stolen);
    }
  });
  afterAll(async () => {
    await anvil.stop();
  });

  it.each(['token', 'batch'] as const)(
    'with the %s the thief gets 100 while the value is 0',
    async (door) => {
      const before = await anvil.node.getBalance(thief);
      const nonce = await anvil.node.getTransactionCount(user.address);
      const fees = { gasLimit: 200_000, maxFeePerGas: 3e9, maxPriorityFeePerGas: 1e9 };
      const payload = { ...calls[door], chainId, nonce, type: 2, ...fees };
      const { signed_transaction } = await user.sign<SignedTransaction>('transaction', { payload });
      const { hash } = await anvil.node.broadcastTransaction(signed_transaction);
      expect((await anvil.receiptOf(hash)).status).toBe(1);
      expect((await anvil.node.getBalance(thief)) - before).toBe(stolen);
    },
  );

  it('a permit for a call can be used by anybody who dispatches it', async () => {
    const typed_data = permitOf(user.address, stolen, thief, '0x');
    const { signature } = await user.sign<{ signature: string }>('typed_data', { typed_data });
    const { domain, types, message } = typed_data;
    expect(verifyTypedData(domain, { CallPermit: types.CallPermit }, message, signature)).toBe(user.address);
  });

  everyPairOf('ETH', effects, () => [{ application, user }, other]);
});

describeOnNode('a chain that is not known', () => {
  let stack: SharedStack;
  beforeAll(async () => {
    stack = await sharedStack('native doors');
  });

  it('is unknown to a native window when a call has data, until a setting says that the chain is plain', async () => {
    const application = ownApplication(stack);
    const user = await walletUser(createExpressClient(stack.stack), 'ETH');
    const payload = {
      chainId: 987_654,
      type: 0,
      nonce: 0,
      gasLimit: 50_000,
      gasPrice: 1,
      to: somebody,
      value: 0,
      data: transfer,
    };
    const condition = {
      field_source: 'spending_window',
      field: 'native_amount',
      operator: 'gt',
      window_seconds: 3600,
      value: high,
    };
    const policy = {
      ...{ name: 'limits', chain: 'ETH', scope: 'GLOBAL' },
      rules: [{ name: 'the limit', method: 'eth_signTransaction', action: 'DENY', conditions: [condition] }],
    };
    await application.settle({ policy_evaluation_enabled: true });
    await application.underPolicy(policy, async () => {
      expect(await user.attempt('transaction', { payload })).toMatchObject({
        status: 403,
        body: { rule: 'the limit' },
      });
      await application.settle({ plain_chain_ids: [987_654] });
      expect(await user.attempt('transaction', { payload })).toMatchObject({ status: 200 });
      await application.settle({ plain_chain_ids: [] });
      expect(await user.attempt('transaction', { payload })).toMatchObject({ status: 403 });
    });
  });
});
