import { compilePolicies } from '../../../../services/policy/src/engine/compile-policies.js';
import { decide } from '../../../../services/policy/src/engine/decide.js';
import { explanationOf, recordOf } from '../../../../services/policy/src/engine/decision-record.js';
import { methodOf } from '../../../../services/policy/src/engine/methods.js';
import { spentOf } from '../../../../services/policy/src/engine/spending.js';
import type { Condition, Rule } from '../../../../services/policy/src/engine/rule.js';
import type { PolicyInput } from '../../../../services/policy/src/engine/policy-input.js';
import { policyOf, rule, usualSettings, when } from '../../../../services/policy/test/engine-harness.js';
import { ethInput, solOperation, solInput, typedData } from '../../../../services/policy/test/operations.js';
import { friend, lamportsTo } from '../../../../services/policy/test/solana-instructions.js';
import { address, of } from './heavy-values.js';
import { windowDecisions } from './worst-windows.js';

// One decision about one operation, by as many rules as an application may have: 4 MiB of JSON.

const oneEach = (count: number, method: string, conditionOf: (index: number) => Condition): Rule[] =>
  of(count, (index) => rule(method, 'DENY', conditionOf(index)));
const inContent = (operator: string, valueOf: (index: number) => string) => (index: number) =>
  when('message', 'content', operator, valueOf(index));

const message = (text: string): PolicyInput => ({ kind: 'ethereum_message', message: Buffer.from(text) });
const longMessage = message('a'.repeat(65_536));
const strings = ethInput(
  typedData({
    types: { EIP712Domain: [], M: [{ name: 'a', type: 'string[]' }] },
    primaryType: 'M',
    domain: {},
    message: { a: of(490, () => `0x${'A'.repeat(40)}`) },
  }),
);
const numbers = ethInput(
  typedData({
    types: { EIP712Domain: [], M: [{ name: 'a', type: 'uint8[]' }] },
    primaryType: 'M',
    domain: {},
    message: { a: of(1900, () => '1') },
  }),
);
const transfers = solInput(solOperation(of(50, () => lamportsTo(friend, 1))));

const decisions: Readonly<Record<string, readonly [PolicyInput, readonly Rule[]]>> = {
  'short texts that begin everywhere': [
    longMessage,
    oneEach(
      30_000,
      'personal_sign',
      inContent('contains', () => 'aaaaab'),
    ),
  ],
  'texts of two letters': [
    longMessage,
    oneEach(
      30_000,
      'personal_sign',
      inContent('contains', () => 'az'),
    ),
  ],
  'texts of seven letters': [
    longMessage,
    oneEach(
      30_000,
      'personal_sign',
      inContent('contains', () => 'aaaaaab'),
    ),
  ],
  'texts of 4,096 characters that nearly begin everywhere': [
    longMessage,
    oneEach(
      1000,
      'personal_sign',
      inContent('contains', (i) => `${'a'.repeat(2048 - (i % 9))}b${'a'.repeat(2047)}`),
    ),
  ],
  'texts of 4,096 characters that end otherwise': [
    longMessage,
    oneEach(
      1000,
      'personal_sign',
      inContent('contains', () => `${'a'.repeat(4095)}b`),
    ),
  ],
  'addresses in text': [
    message(`0x${'A'.repeat(40)}`),
    oneEach(
      30_000,
      'personal_sign',
      inContent('neq', (i) => `0x${String(i).padStart(40, '0')}`),
    ),
  ],
  'lists of addresses in text': [
    message(`0x${'A'.repeat(40)}`),
    oneEach(15_000, 'personal_sign', (i) =>
      when('message', 'content', 'not_in', [address(2 * i), address(2 * i + 1)]),
    ),
  ],
  'addresses in an array of texts': [
    strings,
    oneEach(3000, 'eth_signTypedData', (i) =>
      when('typed_data', 'typed_data_message_a', 'eq', `0x${String(i).padStart(40, '0')}`),
    ),
  ],
  'many fields of an array that has none': [
    numbers,
    oneEach(4000, 'eth_signTypedData', (i) => when('typed_data', `typed_data_message_a.m${i}`, 'eq', '1')),
  ],
  'rules that all fire': [
    message('a'),
    oneEach(
      30_000,
      'personal_sign',
      inContent('neq', (i) => `${i}`),
    ),
  ],
  'instructions times rules': [
    transfers,
    oneEach(20_000, 'signTransaction', () =>
      when('solana_system_program_instruction', 'Transfer.to', 'neq', friend.toBase58()),
    ),
  ],
};

/** What is known about an operation is cached with it, so each decision is about a new one. */
function fresh(input: PolicyInput): PolicyInput {
  if (input.kind === 'ethereum_message') return { ...input, message: input.message.subarray() };
  if (input.kind !== 'typed_data') return { ...input };
  const { typedData } = input;
  return { ...input, typedData: { ...typedData, message: { ...typedData.message } } };
}

/** Each decision as work that takes only the time of the decision and of its record. */
export const worstDecisions: readonly (readonly [string, () => void])[] = Object.entries({
  ...decisions,
  ...windowDecisions,
}).flatMap(([name, [given, rules]]) => {
  const chain = given.kind === 'solana_transaction' ? 'SOL' : 'ETH';
  const perPolicy = Math.ceil(rules.length / 300);
  const policies = of(Math.ceil(rules.length / perPolicy), (i) =>
    policyOf(chain, rules.slice(i * perPolicy, (i + 1) * perPolicy)),
  );
  // Made when needed, because making all of them takes as long as all the rest.
  let rulebook: ReturnType<typeof compilePolicies> | undefined;
  const decision = () => {
    rulebook ??= compilePolicies(chain, policies);
    const input = fresh(given);
    // As a signing request does, before it reads earlier spending.
    for (const { asset } of rulebook.windows.get(methodOf(input)) ?? []) spentOf(asset, input);
    const facts = { input, nowSeconds: 1, spentBefore: () => 0n, plainChainIds: [], memo: new Map() };
    return decide(rulebook, usualSettings, facts);
  };
  return [
    [`deciding: ${name}`, () => void recordOf(decision())] as const,
    [`explaining: ${name}`, () => void JSON.stringify(explanationOf(decision()))] as const,
  ];
});
