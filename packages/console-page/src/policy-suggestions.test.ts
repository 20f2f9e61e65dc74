import { cursorAt } from './json-cursor.ts';
import { jsonTree, readable } from './json-tree.ts';
import { sources } from './policy-language.ts';
import { insertionOf, suggestionsAt } from './policy-suggestions.ts';

/** What is suggested at the bar of a text. */
function suggested(written: string): readonly string[] {
  const at = written.indexOf('|');
  const text = written.replace('|', '');
  const tree = jsonTree(text);
  const cursor = cursorAt(text, at);
  return cursor ? suggestionsAt(cursor, readable(tree.root)).map(({ name }) => name) : [];
}

const rule = (members: string, chain = 'ETH'): string =>
  `{"chain": "${chain}", "scope": "GLOBAL", "rules": [{${members}}]}`;
const condition = (members: string, method = 'eth_signTransaction'): string =>
  rule(`"method": "${method}", "conditions": [{${members}}]`);
const ofETH = ['to', 'value', 'chain_id', 'gas'];

it.each([
  ['{|}', ['name', 'description', 'chain', 'scope', 'is_active', 'rules']],
  ['{"na|"}', ['name', 'description', 'chain', 'scope', 'is_active', 'rules']],
  ['{"name": "x", |', ['name', 'description', 'chain', 'scope', 'is_active', 'rules']],
  ['{"chain": "|"}', ['ETH', 'SOL', 'BTC']],
  ['{"chain": |', ['ETH', 'SOL', 'BTC']],
  ['{"chain": E|', ['ETH', 'SOL', 'BTC']],
  ['{"chain": "ET|\n}', ['ETH', 'SOL', 'BTC']],
  ['{"scope": "|"}', ['GLOBAL', 'STEP_UP']],
  ['{"is_active": |}', ['true', 'false']],
  ['{"name": "|"}', []],
  ['{"name": "x" |}', []],
  ['{"name": "x"|}', []],
  ['|{}', []],
  ['{"rules": [|]}', ['rule']],
  [rule('|'), ['name', 'method', 'action', 'conditions']],
  [rule('"action": "require_approval", |'), ['name', 'method', 'action', 'approvals', 'conditions']],
  [rule('"action": "|"'), ['DENY', 'ALLOW', 'require_approval']],
  ['{"scope": "STEP_UP", "rules": [{"action": "|"}]}', ['require_mfa']],
  [rule('"method": "|"', 'SOL'), ['signTransaction', 'signMessage', 'exportPrivateKey', '*']],
  [rule('"method": "personal_sign", "conditions": [|]'), ['message', 'system']],
  [condition('|'), ['field_source', 'field', 'operator', 'value']],
  [
    condition('"field_source": "ethereum_calldata", |'),
    ['field_source', 'field', 'operator', 'value', 'abi'],
  ],
  [
    condition('"field_source": "spending_window", "field": "native_amount", |'),
    ['field_source', 'field', 'operator', 'value', 'window_seconds'],
  ],
  [condition('"field_source": "|"', 'personal_sign'), ['message', 'system']],
  [condition('"field_source": "message", "field": "|"'), ['content', 'length', 'byte_length']],
  [
    condition('"field_source": "message", "field": "length", "operator": "|"'),
    ['eq', 'neq', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte'],
  ],
  [condition('"field_source": "spending_window", "field": "token_amount", "operator": "|"'), ['gt', 'gte']],
  [
    condition('"field_source": "ethereum_transaction", "field": "type", "operator": "in", "value": |'),
    ['[ ]'],
  ],
  [condition('"window_seconds": |'), ['3600', '86400', '604800', '2592000']],
])('at the bar of %s', (written, names) => {
  expect(suggested(written)).toEqual(names);
});

it('suggests the values of a field that has only these, alone and in a list', () => {
  const type = '"field_source": "ethereum_transaction", "field": "type", "operator": "in", ';
  const values = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'];
  expect(suggested(condition(`${type.replace('in"', 'eq"')}"value": "|"`))).toEqual(values);
  expect(suggested(condition(`${type}"value": ["legacy", "|"]`))).toEqual(values);
});

it('suggests the sources of the chain for as long as the rule has no method', () => {
  const names = suggested('{"chain": "BTC", "rules": [{"conditions": [{"field_source": "|"}]}]}');
  expect(names).toEqual(['bitcoin_transaction', 'message', 'spending_window', 'system']);
});

it('suggests fields, also those that an ABI has', () => {
  const abi = '[{"type": "function", "name": "pay", "inputs": [{"name": "to", "type": "address"}]}]';
  const call = `"field_source": "ethereum_calldata", "abi": ${abi}, "field": "`;
  expect(suggested(condition(`${call}|"`))).toEqual(['function_name', 'pay.to']);
  expect(suggested(condition(`${call}function_name", "value": "|"`))).toEqual(['pay']);
  expect(suggested(condition('"field_source": "ethereum_transaction", "field": "|"')).slice(0, 4)).toEqual(
    ofETH,
  );
  expect(suggested(condition('"field_source": "typed_data", "field": "|"'))).toContain('typed_data_message_');
});

it('gives new conditions that are JSON, for every source', () => {
  const methods = { ETH: '*', SOL: '*', BTC: '*' };
  const made = Object.keys(methods).flatMap((chain) =>
    suggestionsAt({ wants: 'value', path: ['rules', 0, 'conditions', 0] }, { chain }),
  );
  expect(new Set(made.map(({ name }) => name))).toEqual(new Set(sources.map(({ name }) => name)));
  for (const { name, text } of made) expect(JSON.parse(text)).toMatchObject({ field_source: name });
});

it.each([
  [{ name: 'chain', text: '"chain": ""' }, 'key', '', '"chain": "|"', true],
  [{ name: 'chain', text: '"chain": ""' }, 'key', ': "ETH"}', '"chain"|', false],
  [{ name: 'chain', text: '"chain": ""' }, 'key', '\n  "name": ""', '"chain": "|",', true],
  [{ name: 'is_active', text: '"is_active": true' }, 'key', '}', '"is_active": true|', false],
  [{ name: 'ETH', text: '"ETH"' }, 'value', ', "name": ""', '"ETH"|', false],
  [
    { name: 'typed_data_message_', text: '"typed_data_message_"' },
    'value',
    '',
    '"typed_data_message_|"',
    false,
  ],
  [{ name: 'rule', text: '{\n  "name": ""\n}' }, 'value', ']', '{\n    "name": "|"\n  }', false],
] as const)('puts %j as a %s before %j', (suggestion, wants, after, expected, isGoingOn) => {
  const { text, cursor, goesOn } = insertionOf(suggestion, wants, { after, indentation: '  ' });
  expect([`${text.slice(0, cursor)}|${text.slice(cursor)}`, goesOn]).toEqual([expected, isGoingOn]);
});
