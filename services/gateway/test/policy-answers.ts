export const rule = {
  name: 'big',
  method: 'eth_signTransaction',
  action: 'DENY',
  conditions: [{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' }],
};
/** `rule` as a message. */
const rulesOnWire = [
  {
    ...rule,
    conditions: [
      {
        ...{ fieldSource: 'ethereum_transaction', field: 'value', operator: 'gt' },
        ...{ text: '1', value: 'text' },
      },
    ],
  },
];
export const policyRecord = {
  id: 'policy-1',
  isActive: true,
  name: 'limit',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: rulesOnWire,
  revision: 4,
  timeCreated: '1',
  timeUpdated: '2',
  warnings: [],
};
