import {
  actionsOf,
  chains,
  methodsOf,
  scopes,
  sources,
  sourcesFor,
  type Fields,
} from '../../console-page/src/policy-language.js';
import type { ConditionInput } from '../../../services/policy/src/engine/field-source.js';
import { operators as known } from '../../../services/policy/src/engine/operators.js';
import { validateRules } from '../../../services/policy/src/policies/validate-rules.js';

// What the console's editor suggests and explains, compared with what the policy service takes.

const inputs = [
  { name: 'to', type: 'address' },
  { name: 'amount', type: 'uint256' },
];
const abi = ['transfer', 'approve'].map((name) => ({ type: 'function', name, inputs }));
const tokens = { ETH: `0x${'11'.repeat(20)}`, SOL: 'So11111111111111111111111111111111111111112' };
type Chain = 'ETH' | 'SOL' | 'BTC';

/** The members that a source needs beside the usual four. */
function extrasOf(source: string, field: string, chain: string): Partial<ConditionInput> {
  if (source === 'ethereum_calldata') return { abi };
  if (source !== 'spending_window') return {};
  const token = Object.entries(tokens).find(([name]) => name === chain)?.[1];
  return { window_seconds: 3600, ...(field === 'token_amount' && token && { token }) };
}

const values = [
  ...['5', '0x01', `0x${'11'.repeat(32)}`, 'eip1559', 'Transfer', 'transfer', 'abc', tokens.ETH, tokens.SOL],
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
];

type Refused = readonly (readonly [path: string, message: string])[];

function refusedOf(
  chain: string,
  rule: { readonly method: string; readonly action?: string; readonly conditions: readonly object[] },
  scope = 'GLOBAL',
): Refused {
  const refused: (readonly [string, string])[] = [];
  validateRules([{ name: 'r', action: 'DENY', ...rule } as never], chain as Chain, scope as never, (...one) =>
    refused.push(one),
  );
  return refused;
}

/** The names that the service offers in place of a wrong one. */
function offered(refused: Refused, path: string): readonly string[] {
  const [, message = ''] = refused.find(([at]) => at.endsWith(path)) ?? [];
  return (/(?:there are|must be one of) (.*?)(?: for the chain \w+)?$/.exec(message)?.[1] ?? '').split(', ');
}

const condition = { field_source: 'nowhere', field: 'nothing', operator: 'like', value: '5' };
const time = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: '5' };
const sorted = (names: readonly string[]): readonly string[] => names.toSorted();
const namesOf = (all: readonly { readonly name: string }[]): readonly string[] =>
  sorted(all.map(({ name }) => name));
const ways = chains.flatMap(({ name: chain }) =>
  (methodsOf[chain] ?? []).map(({ name: method }) => [chain, method] as const),
);

it('has every method of every chain, and no other', () => {
  for (const { name: chain } of chains)
    expect(namesOf(methodsOf[chain] ?? [])).toEqual(
      sorted(offered(refusedOf(chain, { method: 'none', conditions: [time] }), '/method')),
    );
});

it('has every action of every scope, and no other', () => {
  const all = Object.values(actionsOf).flat();
  for (const { name: scope } of scopes)
    for (const { name: action } of all) {
      const refused = refusedOf('ETH', { method: '*', action, conditions: [time] }, scope);
      const isListed = actionsOf[scope]?.some(({ name }) => name === action) ?? false;
      expect([scope, action, refused.length === 0]).toEqual([scope, action, isListed]);
    }
  expect(offered(refusedOf('ETH', { method: '*', action: 'x', conditions: [time] }), '/action')).toEqual(
    actionsOf['GLOBAL']?.map(({ name }) => name),
  );
});

it.each(ways)('has every source and field for %s %s, and no other', (chain, method) => {
  const here = sourcesFor(chain, method);
  expect(namesOf(here)).toEqual(
    sorted(offered(refusedOf(chain, { method, conditions: [condition] }), '/field_source')),
  );
  for (const { name: source, fields } of here) {
    const listed = fields.flatMap((group) => group.fields);
    const wrong = { ...condition, field_source: source, ...extrasOf(source, '', chain) };
    const found = offered(refusedOf(chain, { method, conditions: [wrong] }), '/field');
    const isOpen = fields.some(({ open }) => open !== undefined);
    // The others say how their fields are named.
    if (!isOpen && source !== 'spending_window')
      expect([source, sorted(listed)]).toEqual([source, sorted(found)]);
  }
});

/** By a rule of some chain and method, with one of the values. */
function isTaken(source: string, field: string, operator: string, of: readonly string[]): boolean {
  return ways.some(([chain, method]) =>
    of.some((value) => {
      const isList = operator === 'in' || operator === 'not_in';
      const one = { field_source: source, field, operator, value: isList ? [value] : value };
      const conditions = [{ ...one, ...extrasOf(source, field, chain) }];
      return sourcesFor(chain, method).some(({ name }) => name === source)
        ? refusedOf(chain, { method, conditions }).length === 0
        : false;
    }),
  );
}

const groups = sources.flatMap(({ name, fields }) => fields.map((group): [string, Fields] => [name, group]));

it.each(groups)(
  'has exactly the operators and values that %s takes: %j',
  (source, { fields, open, ...group }) => {
    for (const field of open ? [...fields, open.example] : fields)
      for (const operator of known) {
        // An argument of an ABI has the operators of its type. The editor shows those of all types.
        const isAny = open?.begins === '' && (operator === 'contains' || operator === 'starts_with');
        const isListed = group.operators.includes(operator) && !isAny;
        expect([field, operator, isTaken(source, field, operator, values)]).toEqual([
          field,
          operator,
          isListed,
        ]);
      }
    for (const value of group.values ?? [])
      for (const field of fields)
        expect([value, isTaken(source, field, 'eq', [value])]).toEqual([value, true]);
    if (!group.values) return;
    const ofField = { field_source: source, field: fields[0] ?? '', operator: 'eq', value: 'nothing' };
    const found = ways.map(([chain, method]) =>
      sorted(offered(refusedOf(chain, { method, conditions: [ofField] }), '/value')),
    );
    expect(found).toContainEqual(sorted(group.values));
  },
);
