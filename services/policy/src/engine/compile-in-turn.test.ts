import { setImmediate } from 'node:timers/promises';
import { serialize } from 'node:v8';
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

it('makes the same rulebook, and lets others have their turn meanwhile', async () => {
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
  const indexOf = ({ rules }: Rulebook) => serialize(rules.get('eth_signTransaction')?.all.index);
  expect(indexOf(rulebook).equals(indexOf(whole))).toBe(true);
  expect(rulebook.windows).toEqual(whole.windows);
  // A turn of others at least every 40 ms of work: steps are of 5 ms, but for the sorting of ten thousand limits.
  expect(turns).toBeGreaterThan((user + system) / 1000 / 40);
  expect(turns).toBeGreaterThan(2);
});
