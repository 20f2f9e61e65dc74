// The server of an AI agent. The agent decides on payments by itself, and a policy of the wallet service bounds what it
// can spend, whatever it decides.
import { WalletServiceError } from '@wallet-service/sdk';
import { createServerClient } from '@wallet-service/sdk/server';
import { toViemAccount } from '@wallet-service/sdk/viem';
import { parseEther, parseGwei } from 'viem';

const { BASE_URL = '', SECRET_KEY = '', USER_TOKEN = '' } = process.env;
const server = createServerClient({ url: BASE_URL, secretKey: SECRET_KEY });

// 1. A wallet for the agent. It belongs to the agent's user in your identity provider. Keep `access_key`.
const { data: made } = await server.wallets.create({ auth_jwt: USER_TOKEN, network: 'EVM' });
const wallet = await server.wallet('ETH', {
  id: made.uuid,
  accessKey: made.access_key,
  operationToken: USER_TOKEN, // or a function that gives a new one
});
console.log('agent', wallet.address);

// 2. The bound: 0.05 ETH an hour, fees included, for this wallet and every other. One policy, however often this runs.
const policy = /** @type {const} */ ({
  name: 'Agents: 0.05 ETH an hour',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'More than 0.05 ETH in an hour',
      method: 'eth_signTransaction',
      action: 'DENY',
      conditions: [
        {
          field_source: 'spending_window',
          field: 'native_amount',
          operator: 'gt',
          value: parseEther('0.05').toString(),
          window_seconds: 3600,
        },
      ],
    },
  ],
});
let isSet = false;
for await (const { name } of server.policies.list()) isSet ||= name === policy.name;
if (!isSet) await server.policies.create(policy);

// 3. The agent pays. `reason` is for people.
const account = toViemAccount(wallet);
const payments = /** @type {const} */ ([
  { reason: 'an image', ether: '0.03' },
  { reason: 'a larger image', ether: '0.04' },
  { reason: 'a small image', ether: '0.01' },
]);
let nonce = 0;
for (const { reason, ether } of payments) {
  try {
    await account.signTransaction({
      chainId: 1,
      nonce,
      to: '0x1111111111111111111111111111111111111111',
      value: parseEther(ether),
      gas: 21_000n,
      maxFeePerGas: parseGwei('20'),
      maxPriorityFeePerGas: parseGwei('1'),
    });
    nonce += 1;
    console.log(`paid ${ether} ETH for ${reason}`);
  } catch (error) {
    if (!(error instanceof WalletServiceError) || error.decisionId === undefined) throw error;
    // The record says which rule refused it, and what it saw. The agent's own error says no more than it must.
    const { id, rules } = await server.decisions.get(error.decisionId);
    const because = rules.filter(({ action, result }) => action === 'DENY' && result !== 'false');
    const names = because.map(({ policy_name, rule }) => `${policy_name}: ${rule}`);
    console.log(`refused ${ether} ETH for ${reason}: ${error.code}, ${names.join(', ')} (decision ${id})`);
  }
}
