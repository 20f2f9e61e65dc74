import { recordOf } from '../src/engine/decision-record.js';
import { decideOn, rule, when } from './engine-harness.js';
import { ethInput } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// A decision record stays in the journal for good. It is bounded in bytes, whatever the rules and the operation
// contain.

const most = 48 * 1024;
/** Three bytes per character. */
const long = '語'.repeat(300);
const values = Array.from({ length: 11 }, (_, index) => `${long}${index}`);
const type = 'Letter(string[] lines)';
const input = ethInput(
  ofType(type, { lines: values }, { name: 'App', chainId: 1, verifyingContract: `0x${'11'.repeat(20)}` }),
);
const lines = Array.from({ length: 50 }, () => when('typed_data', 'typed_data_message_lines', 'in', values));
const wide = (action: 'DENY' | 'ALLOW', conditions = lines) => ({
  ...rule('eth_signTypedData', action, ...conditions),
  name: long.slice(0, 255),
});
const bytesOf = (given: unknown): number => Buffer.byteLength(JSON.stringify(given));

it.each([1, 3])(
  'a record is bounded for %d rules with the most and longest conditions that are allowed',
  (count) => {
    const rules = Array.from({ length: count }, () => wide('DENY'));
    const record = recordOf(decideOn('ETH', input, rules));
    expect(record.outcome).toBe('deny');
    expect(record.rules[0]?.conditions).toHaveLength(50);
    expect(bytesOf(record)).toBeLessThanOrEqual(most + 1024);
  },
);

it('a record is bounded when no rule allows the operation', () => {
  const misses = lines.map((condition) => ({ ...condition, operator: 'not_in' }));
  const rules = Array.from({ length: 3 }, () => wide('ALLOW', misses));
  const record = recordOf(decideOn('ETH', input, rules, { defaultAction: 'deny' }));
  expect(record.unmet?.[0]?.conditions).toHaveLength(50);
  expect(bytesOf(record)).toBeLessThanOrEqual(most + 1024);
});

it('a record shows small rules unchanged', () => {
  const rules = Array.from({ length: 2 }, () => wide('DENY', lines.slice(0, 1)));
  const { rules: shown } = recordOf(decideOn('ETH', input, rules));
  expect(shown).toHaveLength(2);
  expect(shown[0]?.conditions[0]?.value).toHaveLength(10);
});

it('a record cuts no text within a character: half of one would not arrive unchanged', () => {
  const faces = ['', 'x'].map((before) => before + '😀'.repeat(200));
  const typed = ofType(
    type,
    { lines: faces },
    { name: 'App', chainId: 1, verifyingContract: `0x${'11'.repeat(20)}` },
  );
  const condition = when('typed_data', 'typed_data_message_lines', 'in', faces);
  const [shown] = recordOf(decideOn('ETH', ethInput(typed), [wide('DENY', [condition])])).rules;
  const { value, value_seen: seen } = shown?.conditions[0] ?? {};
  expect(value).toEqual(['😀'.repeat(128), `x${'😀'.repeat(127)}`]);
  expect(seen).toEqual(value);
});
