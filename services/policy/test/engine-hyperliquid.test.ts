import { decideOn, rule, when } from './engine-harness.js';
import { ethInput, mallory } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// What Hyperliquid asks wallets to sign: github.com/hyperliquid-dex/hyperliquid-python-sdk,
// hyperliquid/utils/signing.py

const domain = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 42_161,
  verifyingContract: `0x${'00'.repeat(20)}`,
};
const actions = [
  'UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)',
  'SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)',
  'Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)',
  'SendAsset(string hyperliquidChain,string destination,string sourceDex,string destinationDex,' +
    'string token,string amount,string fromSubAccount,uint64 nonce)',
  'ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)',
  'ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)',
  'UserSetAbstraction(string hyperliquidChain,address user,string abstraction,uint64 nonce)',
];
const limits = [
  when('ethereum_transaction', 'value', 'gt', '1'),
  when('ethereum_transaction', 'to', 'eq', mallory),
  when('spending_window', 'native_amount', 'gt', '1', { window_seconds: 3600 }),
];

describe.each(actions)('HyperliquidTransaction:%s', (action) => {
  const type = `HyperliquidTransaction:${action}`;
  const input = ethInput(ofType(type, { destination: mallory, amount: '1000' }, domain));
  const named = rule(
    'eth_signTypedData',
    'ALLOW',
    when('typed_data', 'typed_data_primary_type', 'eq', type.slice(0, type.indexOf('('))),
    when('typed_data', 'typed_data_domain_name', 'eq', domain.name),
  );

  it.each(limits)('falls under the limit of $field, unless a rule names its type', (limit) => {
    const denying = rule('eth_signTransaction', 'DENY', limit);
    expect(decideOn('ETH', input, [denying]).outcome).toBe('deny');
    expect(decideOn('ETH', input, [denying, named]).outcome).toBe('allow');
  });

  it('is found by its fields, and by its name', () => {
    const denied = [
      when('typed_data', 'typed_data_primary_type', 'contains', 'HyperliquidTransaction:'),
      when('typed_data', 'typed_data_message_hyperliquidChain', 'eq', ''),
    ].map((condition) => decideOn('ETH', input, [rule('eth_signTypedData', 'DENY', condition)]).outcome);
    expect(denied).toEqual(['deny', 'deny']);
  });
});
