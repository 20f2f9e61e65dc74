import fc from 'fast-check';
import type { NaiveRule } from './naive-engine.js';
import { accounts, addresses, amounts, instructions, now } from './random-operations.js';

const comparing = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const searching = ['eq', 'neq', 'contains', 'starts_with'];

function conditionsOn(
  field_source: string,
  field: string,
  values: readonly (string | number)[],
  operators: readonly string[],
): fc.Arbitrary<NaiveRule['conditions'][number]> {
  const single = fc.record({
    field_source: fc.constant(field_source),
    field: fc.constant(field),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(...values),
  });
  const list = fc.record({
    field_source: fc.constant(field_source),
    field: fc.constant(field),
    operator: fc.constantFrom('in', 'not_in'),
    value: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }),
  });
  return fc.oneof(single, list);
}
const decimals = amounts.map(String);
const time = conditionsOn('system', 'current_unix_timestamp', [now - 1, now, now + 1], comparing);
const upper = addresses.map((address) => `0x${address.slice(2).toUpperCase()}`);
const conditionsFor: Readonly<Record<string, fc.Arbitrary<NaiveRule['conditions'][number]>>> = {
  eth_signTransaction: fc.oneof(
    time,
    conditionsOn('ethereum_transaction', 'to', [...addresses, ...upper], ['eq', 'neq']),
    conditionsOn('ethereum_transaction', 'value', decimals, comparing),
    conditionsOn('ethereum_transaction', 'chain_id', [1, 137], comparing),
    conditionsOn('ethereum_transaction', 'nonce', [0, 1, 7, '0x7'], comparing),
    conditionsOn('ethereum_transaction', 'gas', [21_000, '21001'], comparing),
    conditionsOn('ethereum_transaction', 'max_total_fee', ['210000', 0], comparing),
    conditionsOn('ethereum_transaction', 'data', ['0xa9', '0x05', '0xA9059CBB', '0x90', '0xff'], searching),
  ),
  signTransaction: fc.oneof(
    time,
    conditionsOn('solana_program_instruction', 'programId', accounts, ['eq', 'neq']),
    conditionsOn('solana_system_program_instruction', 'instructionName', instructions, ['eq', 'neq']),
    conditionsOn('solana_system_program_instruction', 'Transfer.to', accounts, ['eq', 'neq']),
    conditionsOn('solana_system_program_instruction', 'Transfer.lamports', ['0', 1, 10], comparing),
  ),
  personal_sign: fc.oneof(
    time,
    conditionsOn('message', 'content', [...addresses, ...upper], ['eq', 'neq']),
    conditionsOn('message', 'content', ['a', 'ab', 'login', 'é'], searching),
    conditionsOn('message', 'length', [0, 1, 2], comparing),
  ),
};

const effect = {
  action: fc.constantFrom('DENY', 'ALLOW', 'require_mfa', 'require_approval'),
  approvals: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
};

export function rulesFor(method: string): fc.Arbitrary<NaiveRule> {
  const conditions = conditionsFor[method] ?? time;
  const specific = fc.record({
    method: fc.constant(method),
    ...effect,
    conditions: fc.array(conditions, { minLength: 1, maxLength: 3 }),
  });
  const any = fc.record({
    method: fc.constant('*'),
    ...effect,
    conditions: fc.array(time, { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof({ weight: 5, arbitrary: specific }, { weight: 1, arbitrary: any });
}
