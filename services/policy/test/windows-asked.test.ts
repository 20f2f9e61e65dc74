import { encodeFunctionData, erc20Abi } from 'viem';
import { addressOf } from '@wallet-service/addresses';
import { compilePolicies } from '../src/engine/compile-policies.js';
import type { SpendingWindow } from '../src/engine/rulebook.js';
import { evaluate, type EvaluateDeps } from '../src/evaluation/evaluate.js';
import { formerDefaultSettings } from '../src/settings/settings.js';
import { policyOf, rule, when } from './engine-harness.js';
import { alice, ethWallet, mallory, payment, token } from './operations.js';
import { noSignatureRequests } from './policy-service.js';

// The sums of windows are read while the wallet is locked. So only those that the decision needs are read.

const window = (field: string, seconds: number, of?: string) =>
  rule(
    'eth_signTransaction',
    'DENY',
    when('spending_window', field, 'gt', String(10n ** 30n), {
      window_seconds: seconds,
      ...(of !== undefined && { token: of }),
    }),
  );
const rules = [
  window('native_amount', 60),
  window('native_amount', 3600),
  window('token_amount', 60, token),
  window('token_amount', 60, mallory),
];

const none = Buffer.alloc(0);

async function asked(operation: ReturnType<typeof payment>): Promise<readonly string[]> {
  const windowsAsked: SpendingWindow[] = [];
  const deps: EvaluateDeps = {
    signatureRequests: noSignatureRequests,
    readCurrentVersions: () => Promise.resolve({ revision: 1n, mac: null, minimumRecordVersion: 1n }),
    setMinimumRecordVersion: () => Promise.resolve(1n),
    rulesInForce: () =>
      Promise.resolve({
        revision: 1n,
        settings: { ...formerDefaultSettings, policy_evaluation_enabled: true },
        rulebooks: {
          ETH: compilePolicies('ETH', [policyOf('ETH', rules)]),
          SOL: compilePolicies('SOL', []),
          BTC: compilePolicies('BTC', []),
        },
      }),
    reserving: (_wallet, _reservation, windows, decideWith) => {
      windowsAsked.push(...windows);
      return Promise.resolve(decideWith(() => 0n));
    },
    addressOf,
    store: () => Promise.resolve(true),
    sealRequest: () => Buffer.alloc(0),
    makeVerdict: () => ({ verdict: none, mac: none, mandate: none, releaseMac: none }),
    now: () => new Date(0),
    newId: () => 'id',
  };
  await evaluate(deps, {
    ...{ applicationId: 'a', walletId: 'w', chain: 'ETH', network: 'EVM', publicKey: ethWallet.publicKey },
    ...{ issuer: 'i', subject: 's', jwtHash: Buffer.alloc(32), recordVersion: 1, traceId: '', operation },
    claims: '',
  });
  return windowsAsked.map(({ asset, seconds }) => `${asset} ${seconds}`);
}

const approving = (amount: bigint) =>
  payment({
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [mallory, amount] }),
  });

it.each([
  ['a payment: those of the coin', payment(), ['native 60', 'native 3600']],
  ['tokens: those of the token and of the fee', approving(7n), ['native 60', 'native 3600', `${token} 60`]],
  [
    'a token with number 0: those of its contract, too',
    approving(0n),
    ['native 60', 'native 3600', `${token} 60`],
  ],
  [
    'an operation that spends nothing: none',
    payment({ to: alice, value: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as never),
    [],
  ],
])('for %s', async (_name, operation, windows) => {
  expect(await asked(operation)).toEqual(windows);
});
