import { address, of } from './heavy-values.js';

const condition = (more: object = {}) => ({
  ...{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' },
  ...more,
});
const rules = (count: number, most: number, make: (index: number) => object) => {
  const each = Math.max(1, Math.floor(most));
  return of(Math.max(1, count), (i) => ({
    ...{ name: `r${i}`, method: 'eth_signTransaction', action: 'DENY' },
    conditions: of(each, (k) => condition(make(i * each + k))),
  }));
};
const messageRules = (count: number, each: number, make: (index: number) => object) =>
  rules(count, each, (i) => ({ field_source: 'message', field: 'content', ...make(i) })).map((rule) => ({
    ...rule,
    method: 'personal_sign',
  }));
const abi = (bytes: number) => of(bytes / 60, (i) => ({ type: 'function', name: `f${i}`, inputs: [] }));
const deep = (depth: number): object =>
  depth === 0 ? { type: 'uint8', name: 'x' } : { type: 'tuple[]', name: 'x', components: [deep(depth - 1)] };
/** Rules of about that many bytes. */
export const heavyRules: Readonly<Record<string, (bytes: number) => unknown>> = {
  'as many conditions as are taken': (bytes) =>
    rules(Math.min(100, bytes / 1000), 6, (i) => ({ value: String(i) })),
  'more conditions than are taken': (bytes) =>
    rules(100, Math.min(9, bytes / 13_000), (i) => ({ value: String(i) })),
  'as many conditions as are taken of each rule': (bytes) =>
    rules(Math.min(12, bytes / 6000), 50, (i) => ({ value: String(i) })),
  'lists of addresses': (bytes) =>
    rules(Math.min(2, bytes / 24_000), 1, (i) => ({
      ...{ field: 'to', operator: 'in' },
      value: of(500, (k) => address(i * 500 + k)),
    })),
  'lists of small numbers': (bytes) =>
    rules(Math.min(100, bytes / 2400), 1, () => ({ operator: 'in', value: of(500, (k) => k) })),
  'lists in one rule': (bytes) =>
    rules(1, Math.min(2, bytes / 2400), () => ({ operator: 'in', value: of(500, (k) => k) })),
  'an ABI': (bytes) =>
    rules(1, 1, () => ({ field_source: 'ethereum_calldata', field: 'f0.x', abi: abi(bytes) })),
  'a deep ABI': () =>
    rules(1, 1, () => ({
      ...{ field_source: 'ethereum_calldata', field: 'f.x' },
      abi: [{ type: 'function', name: 'f', inputs: [deep(12)] }],
    })),
  'long texts that are searched for': (bytes) =>
    messageRules(1, Math.min(30, bytes / 4200), () => ({ operator: 'contains', value: 'a'.repeat(4096) })),
  'short texts that are searched for': (bytes) =>
    messageRules(Math.min(12, bytes / 5000), 50, (i) => ({ operator: 'contains', value: `${i}` })),
  'fields of typed data': (bytes) =>
    rules(Math.min(66, bytes / 1200), 9, (i) => ({
      ...{ field_source: 'typed_data', operator: 'eq', value: `${i}` },
      field: `typed_data_message_${of(16, () => 'a').join('.')}`,
    })).map((rule) => ({ ...rule, method: 'eth_signTypedData' })),
  // As many values as a body may have, and as many mistakes as they can make.
  'rules without members': (bytes) => of(Math.min(9_900, bytes / 3), () => ({})),
  'conditions without members': (bytes) => [
    { ...rules(1, 1, () => ({}))[0], conditions: of(Math.min(9_900, bytes / 3), () => ({})) },
  ],
  'rules of conditions without members': (bytes) =>
    rules(100, 1, () => ({})).map((rule) => ({
      ...rule,
      conditions: of(Math.min(50, bytes / 300), () => ({})),
    })),
  'conditions of unknown members': (bytes) =>
    rules(100, Math.min(4, bytes / 30_000), () => Object.fromEntries(of(10, (i) => [`x${i}`, i]))),
  'values that are none': (bytes) =>
    rules(1, 1, () => ({ operator: 'in', value: of(Math.min(9_900, bytes / 5), () => null) })),
  'wrong fields': (bytes) => rules(100, Math.min(9, bytes / 13_000), () => ({ field: 'nothing' })),
};
