import { hashAuthorization, hashMessage, Interface } from 'ethers';
import { bareHash, everyTypeOf, waysToPermit, waysToSendOnZkStack } from './ethereum-ways.js';
import { anyMethod, keyForTheThief, rulesBy, type Effect } from './pair-table.js';
import { permit } from './permit.js';

export const thief = '0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF';
const somebody = '0x5555555555555555555555555555555555555555';
const ether = '1000000000000000000';

const ofTransaction = rulesBy('ethereum_transaction', 'eth_signTransaction');
const spending = { window_seconds: 3600 };

const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);
const abi: unknown = JSON.parse(erc20.formatJson());
const ofCall = rulesBy('ethereum_calldata', 'eth_signTransaction', { abi });
const coin = permit.domain.verifyingContract;
const tokenCall = { to: coin, value: 0, data: erc20.encodeFunctionData('transfer', [thief, 5000]) };

const stolen = { ...permit, message: { ...permit.message, spender: thief } };
const ofTypedData = (method: string) => rulesBy('typed_data', method);

const delegation = { chain_id: 31337, address: thief, nonce: 7 };
const ofDelegation = rulesBy('ethereum_7702_authorization', 'eth_sign7702Authorization');
const delegationHash = hashAuthorization({ chainId: 31337, address: thief, nonce: 7 });

const text = 'I give everything to the thief';
const ofMessage = rulesBy('message', 'personal_sign');

/** What a thief may want from an Ethereum wallet. */
export const ethereumEffects: readonly Effect[] = [
  {
    name: 'ether for the thief',
    ways: () => everyTypeOf({ to: thief, value: ether }),
    rules: [
      ofTransaction('to', 'eq', thief, somebody),
      ofTransaction('to', 'eq', thief.toLowerCase(), somebody),
      ofTransaction('to', 'in', [somebody, thief], [somebody]),
      ofTransaction('to', 'neq', somebody, thief),
      ofTransaction('value', 'gt', '999999999999999999', ether),
      ofTransaction('value', 'eq', `0x${BigInt(ether).toString(16)}`, 1),
      ofTransaction('chain_id', 'eq', 31337, 1),
      ofTransaction('gas', 'gte', 50_000, 50_001),
      ofTransaction('gas_price', 'gte', '3000000000', '3000000001'),
      ofTransaction('max_total_fee', 'gte', '150000000000000', '160000000000000'),
      rulesBy('spending_window', 'eth_signTransaction', spending)(
        'native_amount',
        'gt',
        '500000000000000000',
        `${ether}000`,
      ),
      anyMethod,
    ],
  },
  {
    name: 'tokens for the thief',
    ways: () => everyTypeOf(tokenCall),
    rules: [
      ofCall('transfer.to', 'eq', thief, somebody),
      ofCall('transfer.amount', 'gte', '5000', '5001'),
      ofCall('function_name', 'eq', 'transfer', 'approve'),
      ofTransaction('data', 'starts_with', '0xa9059cbb', '0x095ea7b3'),
      ofTransaction('to', 'eq', coin, somebody),
      rulesBy('spending_window', 'eth_signTransaction', { ...spending, token: coin })(
        'token_amount',
        'gt',
        '4999',
        '5000000',
      ),
      anyMethod,
    ],
  },
  {
    name: 'ether for the thief on a chain of the ZK Stack',
    ways: (wallet) => waysToSendOnZkStack(wallet, thief, ether),
    rules: [
      ofTransaction('to', 'eq', thief, somebody),
      ofTransaction('value', 'gt', '999999999999999999', ether),
      rulesBy('spending_window', 'eth_signTransaction', spending)(
        'native_amount',
        'gt',
        '500000000000000000',
        `${ether}000`,
      ),
      anyMethod,
    ],
  },
  {
    name: 'a permit for the thief',
    ways: () => waysToPermit(stolen),
    rules: [
      ...['eth_signTypedData_v4', 'eth_signTypedData_v3', 'eth_signTypedData_v1', 'eth_signTypedData'].map(
        (method) => ofTypedData(method)('typed_data_message_spender', 'eq', thief, somebody),
      ),
      ofTypedData('eth_signTypedData_v4')('typed_data_message_value', 'eq', `${2n ** 256n - 1n}`, ether),
      ofTypedData('eth_signTypedData_v4')('typed_data_message_value', 'gt', ether),
      ofTypedData('eth_signTypedData_v4')('typed_data_domain_verifyingContract', 'eq', coin, somebody),
      ofTypedData('eth_signTypedData_v4')('typed_data_domain_chainId', 'eq', 31337, 1),
      ofTypedData('eth_signTypedData_v4')('typed_data_domain_name', 'eq', 'Coin', 'coin'),
      ofTypedData('eth_signTypedData_v4')('typed_data_primary_type', 'eq', 'Permit', 'Mail'),
      anyMethod,
    ],
  },
  {
    name: 'a delegation to the thief',
    unlessAllowed: 'policy.denied: eip7702',
    ways: () => [
      { name: 'eip7702', operation: 'eip7702', body: delegation },
      {
        name: 'eip7702 in lower case',
        operation: 'eip7702',
        body: { ...delegation, address: thief.toLowerCase() },
      },
      bareHash(delegationHash),
    ],
    rules: [
      ofDelegation('contract', 'eq', thief, somebody),
      ofDelegation('contract', 'not_in', [somebody], [thief]),
      ofDelegation('chain_id', 'eq', 31337, 1),
      ofDelegation('nonce', 'gte', 7, 8),
      anyMethod,
    ],
  },
  {
    name: 'a promise to the thief',
    ways: () => [
      {
        name: 'message',
        operation: 'message',
        body: { message_base64: Buffer.from(text).toString('base64') },
      },
      bareHash(hashMessage(text)),
    ],
    rules: [
      ofMessage('content', 'contains', 'everything', 'nothing'),
      ofMessage('length', 'gt', 10, 1000),
      anyMethod,
    ],
  },
  keyForTheThief,
];
