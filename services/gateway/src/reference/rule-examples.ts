const condition = (source: string, field: string, operator: string, value: unknown, more: object = {}) => ({
  field_source: source,
  field,
  operator,
  value,
  ...more,
});
const oneEther = '1000000000000000000';
const recipient = '0x1111111111111111111111111111111111111111';

/** Complete bodies for POST /v1/policy, by what they do. A test creates each of them on a running stack. */
export const ruleExamples: Readonly<Record<string, object>> = {
  'Deny payments above 1 ETH': {
    name: 'No large payments',
    chain: 'ETH',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'More than 1 ETH',
        method: 'eth_signTransaction',
        action: 'DENY',
        conditions: [condition('ethereum_transaction', 'value', 'gt', oneEther)],
      },
    ],
  },
  'Pay only addresses on a list': {
    name: 'Known recipients',
    chain: 'ETH',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'Recipient is not on the list',
        method: 'eth_signTransaction',
        action: 'DENY',
        conditions: [condition('ethereum_transaction', 'to', 'not_in', [recipient])],
      },
    ],
  },
  'Ask for a second factor above 2 ETH a day': {
    name: 'Second factor for large sums',
    chain: 'ETH',
    scope: 'STEP_UP',
    rules: [
      {
        name: 'More than 2 ETH within a day',
        method: 'eth_signTransaction',
        action: 'require_mfa',
        conditions: [
          condition('spending_window', 'native_amount', 'gt', '2000000000000000000', {
            window_seconds: 86_400,
          }),
        ],
      },
    ],
  },
  'Deny token transfers to one address': {
    name: 'No tokens to a closed account',
    chain: 'ETH',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'ERC-20 transfer to it',
        method: 'eth_signTransaction',
        action: 'DENY',
        conditions: [
          condition('ethereum_calldata', 'transfer.to', 'eq', recipient, {
            abi: [
              {
                type: 'function',
                name: 'transfer',
                inputs: [
                  { name: 'to', type: 'address' },
                  { name: 'amount', type: 'uint256' },
                ],
              },
            ],
          }),
        ],
      },
    ],
  },
  'Solana: at most 0.5 SOL in one instruction': {
    name: 'Small SOL payments',
    chain: 'SOL',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'More than 0.5 SOL',
        method: 'signTransaction',
        action: 'DENY',
        conditions: [condition('solana_system_program_instruction', 'Transfer.lamports', 'gt', '500000000')],
      },
    ],
  },
  'Bitcoin: at most 0.1 BTC for one payment': {
    name: 'Small BTC payments',
    chain: 'BTC',
    scope: 'GLOBAL',
    rules: [
      {
        name: 'More than 0.1 BTC',
        method: 'signTransaction',
        action: 'DENY',
        conditions: [condition('bitcoin_transaction', 'output_amount', 'gt', '10000000')],
      },
    ],
  },
};
