import { decideOn, rule, when } from '../../test/engine-harness.js';
import {
  alice,
  ethInput,
  mallory,
  payment,
  solOperation,
  solInput,
  typedData,
} from '../../test/operations.js';
import { friend, lamportsTo, thief } from '../../test/solana-instructions.js';
import type { StoredDecision } from '../decisions/decision.js';
import { recordOf } from '../engine/decision-record.js';
import { denialOf } from './denial.js';

const stored = (decision: Parameters<typeof recordOf>[0]): StoredDecision => ({
  ...{ id: 'decision-1', time: '', application_id: 'app', wallet_id: 'wallet', chain: 'ETH' },
  ...{
    operation: 'transaction',
    method: 'eth_signTransaction',
    payload_hashes: [],
    policy_revision: '1',
    mfa: null,
  },
  ...recordOf(decision),
});
const toAlice = when('ethereum_transaction', 'to', 'eq', alice);

describe('a denial', () => {
  it("by a limit shows the limit, and not the rule's other conditions", () => {
    const decision = decideOn('ETH', ethInput(payment()), [
      rule(
        'eth_signTransaction',
        'DENY',
        when('ethereum_transaction', 'chain_id', 'eq', 1),
        when('spending_window', 'native_amount', 'gt', '5', { window_seconds: 60 }),
      ),
    ]);
    expect(denialOf(stored(decision), 'brief').details).toMatchObject({
      condition: { index: 1, field_source: 'spending_window' },
      value_seen: String(10n ** 18n + 210_000n),
    });
  });

  it('because no rule allows it names the rules that could have, and why they do not', () => {
    const decision = decideOn(
      'ETH',
      ethInput(payment({ to: mallory })),
      [rule('eth_signTransaction', 'ALLOW', when('ethereum_transaction', 'chain_id', 'eq', 1), toAlice)],
      { defaultAction: 'deny' },
    );
    const { message, details } = denialOf(stored(decision), 'brief');
    expect(message).toMatch(
      new RegExp(
        `; rule "ALLOW eth_signTransaction" of policy ".*" does not: .*\\.to eq "${alice}", seen "${mallory}"$`,
      ),
    );
    expect(details).toMatchObject({
      reason: 'default_action',
      decision: {
        rules: [],
        unmet: [
          {
            action: 'ALLOW',
            result: 'false',
            conditions: [
              { field: 'chain_id', result: 'true' },
              { field: 'to', result: 'false', value_seen: mallory },
            ],
          },
        ],
      },
    });
  });

  it('names the instructions that no rule allows, and explains the first', () => {
    const decision = decideOn(
      'SOL',
      solInput(solOperation([lamportsTo(friend, 1), lamportsTo(thief, 2)])),
      [
        rule(
          'signTransaction',
          'ALLOW',
          when('solana_system_program_instruction', 'Transfer.to', 'eq', friend.toBase58()),
        ),
      ],
      { defaultAction: 'deny' },
    );
    expect(denialOf(stored(decision), 'brief').details).toMatchObject({
      decision: {
        not_allowed: [1],
        unmet: [{ element: 1, conditions: [{ value_seen: thief.toBase58(), result: 'false' }] }],
      },
    });
  });

  it('is no bigger for 10,000 rules, and shows those that forbid', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) =>
      rule(
        'eth_signTransaction',
        index < 9_999 ? 'require_mfa' : 'DENY',
        when('ethereum_transaction', 'to', 'not_in', [mallory, alice.replace('11', '12')]),
        when('ethereum_transaction', 'value', 'gt', index),
      ),
    );
    const record = recordOf(decideOn('ETH', ethInput(payment()), rules));
    expect(record.rules_fired).toBe(10_000);
    expect(record.rules.map(({ action }) => action)).toEqual([
      'DENY',
      ...Array<string>(19).fill('require_mfa'),
    ]);
    expect(JSON.stringify(record).length).toBeLessThan(64 * 1024);
  });

  it('truncates long lists and texts', () => {
    const long = 'x'.repeat(4_000);
    const conditions = Array.from({ length: 50 }, () =>
      when(
        'typed_data',
        'typed_data_message_a',
        'not_in',
        Array.from({ length: 50 }, (_, index) => `${index}${long}`),
      ),
    );
    const typed = typedData({
      types: { A: [{ name: 'a', type: 'string[]' }] },
      primaryType: 'A',
      domain: {},
      message: { a: Array.from({ length: 50 }, () => long) },
    });
    const rules = [rule('eth_signTypedData', 'DENY', ...conditions)];
    const record = recordOf(decideOn('ETH', ethInput(typed), [...rules, ...rules]));
    expect(JSON.stringify(record).length).toBeLessThan(400 * 1024);
    expect(record).toMatchObject({ rules_fired: 2, rules: [{}] });
    expect(record.rules).toHaveLength(1);
  });

  it('shows only 20 of many rules', () => {
    const many = Array.from({ length: 30 }, () => rule('eth_signTransaction', 'ALLOW', toAlice));
    const decision = decideOn('ETH', ethInput(payment({ to: mallory })), many, { defaultAction: 'deny' });
    expect(recordOf(decision).unmet).toHaveLength(20);
  });
});
