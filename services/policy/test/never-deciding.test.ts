import fc from 'fast-check';
import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { decide, type Decision } from '../src/engine/decide.js';
import { findNeverDeciding } from '../src/engine/never-deciding.js';
import type { PolicyInput } from '../src/engine/policy-input.js';
import type { PolicyRules, Rule } from '../src/engine/rule.js';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { policyOf, rule, usualSettings, when } from './engine-harness.js';
import { naiveDecision, type NaiveRule } from './naive-engine.js';
import { ethTransactions, messages, now, solTransactions } from './random-operations.js';
import { rulesFor } from './random-rules.js';

// A rule that the service says never decides must not: without it every decision is the same.

const value = (operator: string, limit: string | number | string[]) =>
  when('ethereum_transaction', 'value', operator, limit);
const to = (operator: string, ...addresses: string[]) =>
  when('ethereum_transaction', 'to', operator, operator.includes('in') ? addresses : (addresses[0] ?? ''));
const [anna, ben, carl] = ['aa', 'bb', 'cc'].map((digits) => `0x${digits.repeat(20)}`) as [
  string,
  string,
  string,
];
const chainId = when('ethereum_transaction', 'chain_id', 'eq', 1);
const anyTime = when('system', 'current_unix_timestamp', 'gt', 1);
const transaction = 'eth_signTransaction';
const window = (limit: string) =>
  when('spending_window', 'native_amount', 'gt', limit, { window_seconds: 3600 });
const message = (operator: string, text: string) =>
  when('typed_data', 'typed_data_message_to', operator, text);

/** Each rule is a policy of its own, the earliest first. The one that never decides is found in the last. */
async function foundIn(...rules: readonly Rule[]): Promise<readonly number[]> {
  const policies = rules.map((each) => policyOf('ETH', [each]));
  const found = await findNeverDeciding(compilePolicies('ETH', policies), policies.at(-1)?.id ?? '');
  return found.map(({ because }) => policies.findIndex(({ id }) => id === because.policy.id));
}

describe('a rule never decides', () => {
  it.each<[string, Rule, Rule]>([
    [
      'the same again',
      rule(transaction, 'DENY', value('gt', 5)),
      rule(transaction, 'DENY', value('gt', '5')),
    ],
    ['a narrower DENY', rule(transaction, 'DENY', value('gt', 5)), rule(transaction, 'DENY', value('gt', 9))],
    [
      'with one more condition',
      rule(transaction, 'DENY', value('gt', 1)),
      rule(transaction, 'DENY', value('gt', 1), chainId),
    ],
    [
      'an ALLOW under a DENY',
      rule(transaction, 'DENY', to('eq', anna)),
      rule(transaction, 'ALLOW', to('eq', anna)),
    ],
    [
      'require_mfa under a DENY',
      rule(transaction, 'DENY', value('gte', 5)),
      rule(transaction, 'require_mfa', value('gt', 5)),
    ],
    [
      'under a DENY of everything',
      rule('*', 'DENY', anyTime),
      rule(transaction, 'ALLOW', anyTime, to('eq', anna)),
    ],
    [
      'a narrower ALLOW',
      rule(transaction, 'ALLOW', to('in', anna, ben)),
      rule(transaction, 'ALLOW', to('eq', ben)),
    ],
    [
      'fewer exceptions',
      rule(transaction, 'DENY', to('neq', anna)),
      rule(transaction, 'DENY', to('not_in', anna, ben)),
    ],
    [
      'narrower require_mfa',
      rule(transaction, 'require_mfa', value('lt', 9)),
      rule(transaction, 'require_mfa', value('lt', 5)),
    ],
    ['a narrower window', rule(transaction, 'DENY', window('5')), rule(transaction, 'DENY', window('9'))],
    [
      'the same on typed data',
      rule('eth_signTypedData', 'DENY', message('eq', anna)),
      rule('eth_signTypedData_v4', 'DENY', message('eq', anna)),
    ],
  ])('%s', async (_, earlier, later) => {
    expect(await foundIn(earlier, later)).toEqual([0]);
    // Next to rules that have nothing to do with it.
    expect(await foundIn(rule(transaction, 'DENY', to('eq', carl)), earlier, later)).toEqual([1]);
  });

  it.each<[string, Rule, Rule]>([
    ['a wider DENY', rule(transaction, 'DENY', value('gt', 9)), rule(transaction, 'DENY', value('gt', 5))],
    ['another method', rule('personal_sign', 'DENY', anyTime), rule(transaction, 'DENY', anyTime)],
    ['one more method', rule(transaction, 'DENY', anyTime), rule('*', 'DENY', anyTime)],
    ['a DENY under an ALLOW', rule(transaction, 'ALLOW', anyTime), rule(transaction, 'DENY', anyTime)],
    [
      'ALLOW beside require_mfa, which is not for all users',
      rule(transaction, 'require_mfa', anyTime),
      rule(transaction, 'ALLOW', anyTime),
    ],
    [
      'require_mfa beside ALLOW',
      rule(transaction, 'ALLOW', anyTime),
      rule(transaction, 'require_mfa', anyTime),
    ],
    [
      'named values and exceptions',
      rule(transaction, 'DENY', to('neq', anna)),
      rule(transaction, 'DENY', to('eq', ben)),
    ],
    [
      'a value, which reaches more typed data',
      rule(transaction, 'DENY', chainId),
      rule(transaction, 'DENY', chainId, value('gt', 1)),
    ],
    [
      'a window, which reaches typed data with fewer conditions',
      rule(transaction, 'DENY', chainId),
      rule(transaction, 'DENY', chainId, window('5')),
    ],
    [
      'another window',
      rule(transaction, 'DENY', window('5')),
      rule(transaction, 'DENY', { ...window('9'), window_seconds: 60 }),
    ],
    [
      'a schema that it names',
      rule('eth_signTypedData', 'ALLOW', anyTime),
      rule(
        'eth_signTypedData',
        'ALLOW',
        anyTime,
        when('typed_data', 'typed_data_primary_type', 'eq', 'Order'),
        when('typed_data', 'typed_data_domain_name', 'eq', 'Shop'),
      ),
    ],
    [
      'a range of a typed message, whose type is open',
      rule('eth_signTypedData', 'DENY', message('gt', '5')),
      rule('eth_signTypedData', 'DENY', message('gt', '9')),
    ],
    [
      'text of another case',
      rule('personal_sign', 'DENY', when('message', 'content', 'contains', 'a')),
      rule('personal_sign', 'DENY', when('message', 'content', 'contains', 'A')),
    ],
  ])('but not: %s', async (_, earlier, later) => {
    expect(await foundIn(earlier, later)).toEqual([]);
  });

  it('is said of the later one of two that do the same, and of an earlier one in a wider company', async () => {
    const narrow = rule(transaction, 'DENY', value('gt', 9));
    const policy = policyOf('ETH', [narrow, narrow, rule(transaction, 'DENY', value('gt', 5))]);
    const found = await findNeverDeciding(compilePolicies('ETH', [policy]), policy.id);
    expect(found.map(({ rule: { index } }) => index)).toEqual([0, 1]);
    const same = policyOf('ETH', [narrow, narrow]);
    const [only, ...none] = await findNeverDeciding(compilePolicies('ETH', [same]), same.id);
    expect([only?.rule.index, only?.because.index, none]).toEqual([1, 0, []]);
  });
});

const named = (given: NaiveRule): Rule => ({ ...given, name: 'r' }) as Rule;
const isValid = (chain: Chain) => (given: NaiveRule) => {
  try {
    const scope = given.action === 'require_mfa' ? 'STEP_UP' : 'GLOBAL';
    validatePolicy({ name: 'p', chain, scope, rules: [named(given)] });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

function outcome(
  chain: Chain,
  policies: readonly PolicyRules[],
  input: PolicyInput,
  settings: { readonly defaultAction: 'allow' | 'deny'; readonly stepUpApplies: boolean },
): Decision['outcome'] {
  const facts = { input, nowSeconds: now, spentBefore: () => 0n, memo: new Map() };
  return decide(compilePolicies(chain, policies), { ...usualSettings, ...settings }, facts).outcome;
}

// Two oracles: our engine and the naive one, both with and without the rule.
it.each([
  ['ETH', transaction, ethTransactions],
  ['ETH', 'personal_sign', messages],
  ['SOL', 'signTransaction', solTransactions],
] as const)('no decision on %s %s changes without the rules that are found', async (chain, method, cases) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  let found = 0;
  const rules = fc
    .array(rulesFor(method).filter(isValid(chain)), { minLength: 2, maxLength: 6 })
    // Narrower copies, so that there is something to find.
    .chain((few) =>
      fc.tuple(fc.constantFrom(...few), rulesFor(method).filter(isValid(chain))).map(([wide, more]) => [
        ...few,
        {
          ...wide,
          conditions: [...wide.conditions, ...(more.method === wide.method ? more.conditions : [])],
        },
      ]),
    )
    .filter((all) => all.every(isValid(chain)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(cases, { minLength: 4, maxLength: 8 }),
      rules,
      fc.constantFrom<'allow' | 'deny'>('allow', 'deny'),
      fc.boolean(),
      async (operations, given, defaultAction, stepUpApplies) => {
        const policies = given.map((each) => policyOf(chain, [named(each)]));
        const rulebook = compilePolicies(chain, policies);
        for (const [index, { id }] of policies.entries()) {
          if ((await findNeverDeciding(rulebook, id)).length === 0) continue;
          found += 1;
          const without = policies.filter((policy) => policy.id !== id);
          const others = given.filter((_, at) => at !== index);
          for (const { input, naive } of operations) {
            const settings = { defaultAction, stepUpApplies };
            const decided = outcome(chain, policies, input, settings);
            // Without any policy other rules hold, about exports and bare hashes. There are others here.
            expect([seed, outcome(chain, without, input, settings)]).toEqual([seed, decided]);
            expect([seed, naiveDecision(others, naive, defaultAction, stepUpApplies)]).toEqual([
              seed,
              decided,
            ]);
          }
        }
      },
    ),
    { numRuns: 600, seed },
  );
  expect(found).toBeGreaterThan(100);
});
