import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, token } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// Typed data within typed data. A wrapper must not hide the content from a rule about it.

const own = ethWallet.address;
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token };
const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const wrapper = (contents: string) =>
  `TypedDataSign(${contents} contents,string name,string version,uint256 chainId,` +
  'address verifyingContract,bytes32 salt)';
const permitted = { owner: own, spender: mallory, value: 500 };
const account = { chainId: 1, verifyingContract: own };
const wrapped = ofType(`${wrapper('Permit')}${permit}`, { ...account, contents: permitted }, domain);
const order =
  'OrderComponents(address offerer,OfferItem[] offer,uint256 counter)OfferItem(address token,uint256 startAmount)';
const orders = [1, 2].map((startAmount) => ({ offerer: own, offer: [{ token, startAmount }] }));
const bulk = `BulkOrder(OrderComponents[2] tree)${order}`;
const tree = ofType(bulk, { tree: orders }, { ...domain, verifyingContract: alice });
const wrappedTree = ofType(
  `${wrapper('BulkOrder')}${bulk}`,
  { ...account, contents: { tree: orders } },
  domain,
);

const td = (field: string, operator: string, value: Condition['value']) =>
  when('typed_data', `typed_data_${field}`, operator, value);
const message = (path: string, operator: string, value: Condition['value']) =>
  td(`message_${path}`, operator, value);
type Wrapped = typeof wrapped;
const denied = (operation: Wrapped, ...conditions: readonly Condition[]) =>
  decideOn('ETH', ethInput(operation), [rule('eth_signTypedData_v4', 'DENY', ...conditions)]).outcome;
const allowed = (operation: Wrapped, ...conditions: readonly Condition[]) =>
  decideOn('ETH', ethInput(operation), [rule('eth_signTypedData_v4', 'ALLOW', ...conditions)], {
    defaultAction: 'deny',
  }).outcome;

it.each<[string, Wrapped, readonly Condition[]]>([
  ['an amount', wrapped, [message('value', 'gt', '499')]],
  ['a spender', wrapped, [message('spender', 'eq', mallory)]],
  ['a spender who is not on a list', wrapped, [message('spender', 'not_in', [alice])]],
  ['the primary type', wrapped, [td('primary_type', 'eq', 'Permit')]],
  ['type and amount', wrapped, [td('primary_type', 'in', ['Permit']), message('value', 'gt', 5)]],
  ['a substring of the type', wrapped, [td('primary_type', 'starts_with', 'Perm')]],
  ['the enclosing path', wrapped, [message('contents.value', 'gt', '499')]],
  ['an order in a tree', tree, [message('offer.startAmount', 'gt', 1)]],
  ['a token of an order in a tree', tree, [message('offer.token', 'eq', token)]],
  ['the type of orders in a tree', tree, [td('primary_type', 'eq', 'OrderComponents')]],
  ['an order in a wrapped tree', wrappedTree, [message('offer.startAmount', 'eq', 2)]],
  ['the type of orders in a wrapped tree', wrappedTree, [td('primary_type', 'eq', 'OrderComponents')]],
])('a rule that forbids sees the content: %s', (_name, operation, conditions) => {
  expect(denied(operation, ...conditions)).toBe('deny');
});

it.each<[string, Wrapped, Condition]>([
  ['another amount', wrapped, message('value', 'gt', '500')],
  ['another spender', wrapped, message('spender', 'eq', alice)],
  ['a field that does not exist', wrapped, message('amount', 'gt', 0)],
  ['another type', wrapped, td('primary_type', 'eq', 'Order')],
  ['another token', tree, message('offer.token', 'eq', alice)],
])('and nothing else: %s', (_name, operation, condition) => {
  expect(denied(operation, condition)).toBe('allow');
});

it('a rule that allows must name the wrapper', () => {
  expect(allowed(wrapped, td('primary_type', 'eq', 'Permit'))).toBe('deny');
  expect(allowed(wrapped, message('value', 'lte', '500'))).toBe('deny');
  expect(allowed(wrapped, td('primary_type', 'neq', 'Permit'))).toBe('deny');
  const named = [td('primary_type', 'eq', 'TypedDataSign'), message('contents.value', 'lte', '500')];
  expect(allowed(wrapped, ...named)).toBe('allow');
  expect(allowed(wrapped, message('contents.value', 'lte', '499'))).toBe('deny');
});
