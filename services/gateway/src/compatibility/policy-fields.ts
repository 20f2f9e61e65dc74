import { isFields, type Fields } from './fields.js';

/** Names of a transaction's fields in JSON-RPC, and in our rules. */
const ofTransaction: Readonly<Record<string, string>> = {
  chainId: 'chain_id',
  gasLimit: 'gas',
  gasPrice: 'gas_price',
  maxFeePerGas: 'max_fee_per_gas',
  maxPriorityFeePerGas: 'max_priority_fee_per_gas',
  maxFeePerBlobGas: 'max_fee_per_blob_gas',
};
const ofSource: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ethereum_transaction: ofTransaction,
  ethereum_7702_authorization: { chainId: 'chain_id' },
};

/** Rules with our names for fields. Names in typed data are those of its types, and stay. */
export function withOurFields(body: Fields): Fields {
  const { rules } = body;
  return Array.isArray(rules) ? { ...body, rules: rules.map(ruleWithOurFields) } : body;
}

function ruleWithOurFields(rule: unknown): unknown {
  if (!isFields(rule) || !Array.isArray(rule['conditions'])) return rule;
  return { ...rule, conditions: rule['conditions'].map(conditionWithOurField) };
}

function conditionWithOurField(condition: unknown): unknown {
  if (!isFields(condition)) return condition;
  const { field_source: source, field } = condition;
  const names = typeof source === 'string' && Object.hasOwn(ofSource, source) ? ofSource[source] : undefined;
  const ours = names && typeof field === 'string' && Object.hasOwn(names, field) ? names[field] : undefined;
  return ours === undefined ? condition : { ...condition, field: ours };
}
