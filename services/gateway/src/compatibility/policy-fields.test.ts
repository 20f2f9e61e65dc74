import { withOurFields } from './policy-fields.js';

const rulesOf = (field_source: unknown, field: unknown) => [
  { name: 'r', conditions: [{ field_source, field, operator: 'eq' }] },
];

it.each([
  ['ethereum_transaction', 'chainId', 'chain_id'],
  ['ethereum_transaction', 'gasLimit', 'gas'],
  ['ethereum_transaction', 'gasPrice', 'gas_price'],
  ['ethereum_transaction', 'maxFeePerGas', 'max_fee_per_gas'],
  ['ethereum_transaction', 'maxPriorityFeePerGas', 'max_priority_fee_per_gas'],
  ['ethereum_transaction', 'value', 'value'],
  ['ethereum_transaction', 'toString', 'toString'],
  ['ethereum_7702_authorization', 'chainId', 'chain_id'],
  ['ethereum_7702_authorization', 'gasLimit', 'gasLimit'],
  ['typed_data', 'chainId', 'chainId'],
  ['typed_data', 'typed_data_domain_chainId', 'typed_data_domain_chainId'],
  ['toString', 'chainId', 'chainId'],
  [1, 'chainId', 'chainId'],
  ['ethereum_transaction', 1, 1],
])('%s %s is %s', (source, field, ours) => {
  expect(withOurFields({ name: 'p', rules: rulesOf(source, field) })).toEqual({
    name: 'p',
    rules: rulesOf(source, ours),
  });
});

it.each([{}, { rules: 1 }, { rules: [null, 1, { conditions: 'x' }, { conditions: [null, [], 'x'] }] }])(
  'leaves %j for the schema to refuse',
  (body) => {
    expect(withOurFields(body)).toEqual(body);
  },
);
