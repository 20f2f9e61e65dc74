import { encodeFunctionData, parseAbiItem, type AbiFunction } from 'viem';
import { argumentsOf } from '../src/engine/decode-arguments.js';
import { compilePolicies } from '../src/engine/compile-policies.js';
import type { Rule } from '../src/engine/rule.js';
import { mostWindows } from '../src/engine/spending-fields.js';
import { decideOn, policyOf, rule, when } from './engine-harness.js';
import { ethInput, tokenCall } from './operations.js';

const message = (length: number) =>
  ({ kind: 'ethereum_message', message: Buffer.alloc(length, 'a') }) as const;

describe('calldata that several ABIs describe', () => {
  const pay = parseAbiItem('function pay((address to, uint256 amount)[] orders)');
  const orders = [{ to: `0x${'11'.repeat(20)}`, amount: 5n }] as const;
  const data = encodeFunctionData({ abi: [pay], functionName: 'pay', args: [orders] });
  const abiOf = (to: string, amount: string) => [
    {
      type: 'function',
      name: 'pay',
      inputs: [
        {
          name: 'orders',
          type: 'tuple[]',
          components: [
            { name: to, type: 'address' },
            { name: amount, type: 'uint256' },
          ],
        },
      ],
    },
  ];
  const over = (limit: number, path: string, abi: unknown) =>
    rule(
      'eth_signTransaction',
      'DENY',
      when('ethereum_calldata', `pay.orders.${path}`, 'gt', limit, { abi }),
    );

  it.each([
    ['all named', abiOf('to', 'amount'), 'amount'],
    ['named differently', abiOf('receiver', 'wad'), 'wad'],
    ['half named', abiOf('to', ''), '0.1'],
    ['unnamed', abiOf('', ''), '0.1'],
  ])('is read under the names of each: %s', (_name, abi, path) => {
    const other = over(9, 'x', abiOf('y', 'x'));
    const input = ethInput(tokenCall(data));
    expect(decideOn('ETH', input, [other, over(4, path, abi)]).outcome).toBe('deny');
    expect(decideOn('ETH', input, [other, over(5, path, abi)]).outcome).toBe('allow');
  });

  it('is decoded once for equal types, and for few functions with one selector', () => {
    const memo = new Map<object, unknown>();
    const named = (inputs: string) => parseAbiItem(`function pay(${inputs})`) as AbiFunction;
    const first = argumentsOf(data, named('(address to, uint256 amount)[] orders'), memo);
    expect(first).toEqual({ args: [[[orders[0].to, 5n]]] });
    expect(argumentsOf(data, named('(address a, uint256 b)[] c'), memo)).toBe(first);
    const others = Array.from({ length: 8 }, (_, index) =>
      argumentsOf(data, named(`uint${8 * (index + 1)}`), memo),
    );
    expect(others.slice(0, 7)).toEqual(
      others.slice(0, 7).map(() => ({ failure: expect.objectContaining({ state: 'unknown' }) as unknown })),
    );
    expect(others[7]).toMatchObject({
      failure: { reason: expect.stringContaining('more than 8') as string },
    });
  });
});

describe('one decision', () => {
  const searching = (name: string) => when('message', 'content', 'contains', `${name} is not there`);
  const rules = Array.from({ length: 60 }, (_, index) =>
    rule(
      'personal_sign',
      'DENY',
      ...Array.from({ length: 50 }, (_each, at) =>
        // The first 49 hold.
        at < 49 ? when('message', 'content', 'contains', 'a'.repeat(at + 1)) : searching(`${index}`),
      ),
    ),
  );

  it('has a work limit: whatever is left then is unknown, and denied', () => {
    expect(decideOn('ETH', message(500), rules).outcome).toBe('allow');
    const { outcome, fired, readings } = decideOn('ETH', message(60_000), rules);
    expect(outcome).toBe('deny');
    const [condition] = fired[0]?.rule.shared ?? [];
    if (!condition) throw new Error('no rule fired');
    expect(readings.read(condition)).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('too many conditions') as string,
    });
  });

  it('allows nothing when it has reached its work limit', () => {
    const allowing = rules.map((each) => ({
      ...each,
      action: 'ALLOW' as const,
      conditions: each.conditions.slice(0, 49),
    }));
    const settings = { defaultAction: 'deny' } as const;
    expect(decideOn('ETH', message(500), [...rules, ...allowing], settings).outcome).toBe('allow');
    expect(decideOn('ETH', message(60_000), [...rules, ...allowing], settings).outcome).toBe('deny');
  });
});

describe('compiling again after a change', () => {
  const policies = [
    policyOf('ETH', [rule('personal_sign', 'DENY', when('message', 'content', 'eq', 'a'))]),
    policyOf('ETH', [rule('personal_sign', 'DENY', when('message', 'content', 'eq', 'b'))]),
  ];

  it('keeps policies of the same revision and compiles those that changed', () => {
    const [kept, old] = policies;
    if (!kept || !old) throw new Error('there are two');
    const before = compilePolicies('ETH', policies);
    const changed = {
      ...old,
      revision: 2,
      rules: [rule('personal_sign', 'DENY', when('message', 'content', 'eq', 'c'))],
    };
    const after = compilePolicies('ETH', [kept, changed], before);
    expect(after.resolved.get(kept.id)?.rules).toBe(before.resolved.get(kept.id)?.rules);
    expect(after.resolved.get(old.id)?.rules[0]?.[0]?.comparands).toEqual(['c']);
    expect(compilePolicies('ETH', [kept], after).resolved.has(old.id)).toBe(false);
  });
});

describe('policies with more spending windows than can be saved', () => {
  const tokens = Array.from(
    { length: mostWindows + 1 },
    (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`,
  );
  const rulesOf = (action: Rule['action']) =>
    tokens.map((each) =>
      rule(
        'eth_signTransaction',
        action,
        when('spending_window', 'token_amount', 'gt', '9', { window_seconds: 60, token: each }),
      ),
    );

  it('deny what the last one may forbid, and allow nothing by it', () => {
    const spend = ethInput(tokenCall('0x'));
    const within = rulesOf('DENY').slice(0, mostWindows);
    expect(decideOn('ETH', spend, within).outcome).toBe('allow');
    expect(decideOn('ETH', spend, rulesOf('DENY')).outcome).toBe('deny');
    expect(decideOn('ETH', spend, rulesOf('ALLOW'), { defaultAction: 'deny' }).outcome).toBe('deny');
  });

  it('are summed only for the first ones', () => {
    const { windows } = compilePolicies('ETH', [policyOf('ETH', rulesOf('DENY'))]);
    expect(windows.get('eth_signTransaction')?.map(({ asset }) => asset)).toEqual(
      tokens.slice(0, mostWindows),
    );
  });
});
