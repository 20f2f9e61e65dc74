import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { compileInTurn } from './compile-in-turn.js';
import { compilePolicies, resolvePolicy } from './compile-policies.js';
import type { PolicyRules } from './rule.js';
import type { Rulebook } from './rulebook.js';

const policies = Array.from({ length: 100 }, (_each, p): PolicyRules => {
  const at = (index: number, k: number) => String(p * 10_000 + index * 10 + k);
  const rules = Array.from({ length: 100 }, (_rule, index) => ({
    name: `r${index}`,
    method: 'eth_signTransaction',
    action: 'DENY' as const,
    conditions: Array.from({ length: 3 }, (_condition, k) => ({
      field_source: 'ethereum_transaction',
      field: 'value',
      operator: k === 0 ? ('gt' as const) : ('neq' as const),
      value: at(index, k),
    })),
  }));
  return { id: `p${p}`, name: 'p', chain: 'ETH', scope: 'GLOBAL', revision: 1, rules };
});
const resolved = new Map(policies.map((policy) => [policy.id, resolvePolicy(policy)]));

it('gives the same rulebook, and lets other work run in between', async () => {
  let turns = 0;
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const before = process.cpuUsage();
  const rulebook = await compileInTurn('ETH', policies, { resolved });
  const { user, system } = process.cpuUsage(before);
  over.abort();
  await others;
  const whole = compilePolicies('ETH', policies, { resolved });
  const indexOf = ({ rules }: Rulebook) => rules.get('eth_signTransaction')?.all.index;
  expect(indexOf(whole)?.ranges).toHaveLength(1);
  expect(isDeepStrictEqual(indexOf(rulebook), indexOf(whole))).toBe(true);
  expect(rulebook.windows).toEqual(whole.windows);
  // Steps are of 5 ms. The garbage collector needs some time, too.
  expect(turns).toBeGreaterThan((user + system) / 1000 / 20);
  expect(turns).toBeGreaterThan(2);
});
