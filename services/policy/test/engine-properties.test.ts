import fc from 'fast-check';
import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { Rule } from '../src/engine/rule.js';
import type { Subject } from '../src/engine/subject.js';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { decideOn } from './engine-harness.js';
import { naiveDecision, type NaiveFact, type NaiveOperation, type NaiveRule } from './naive-engine.js';

const now = 1_800_000_000;
const number = (value: bigint | number): NaiveFact => ({ is: 'value', type: 'number', text: String(value) });
const clock = { 'system.current_unix_timestamp': number(now) };

type Case = { readonly subject: Subject; readonly naive: NaiveOperation };

const addresses = ['0x' + '11'.repeat(20), '0x' + 'ab'.repeat(20), '0x' + '00'.repeat(19) + '01'];
const amounts = [
  0n,
  1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 64n - 1n,
  2n ** 128n,
  2n ** 255n,
  2n ** 256n - 1n,
];
const datas = ['0x', '0xa9059cbb', '0xa9059cbb00', '0x0a90', '0xffff'];
const hexBytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');

const ethTransactions: fc.Arbitrary<Case> = fc
  .record({
    to: fc.option(fc.constantFrom(...addresses), { nil: undefined }),
    value: fc.constantFrom(...amounts),
    chainId: fc.option(fc.constantFrom(1n, 137n), { nil: undefined }),
    nonce: fc.constantFrom(0n, 1n, 7n),
    gas: fc.constantFrom(21_000n, 2n ** 64n - 1n),
    gasPrice: fc.constantFrom(0n, 10n, 2n ** 200n),
    data: fc.constantFrom(...datas),
  })
  .map(({ to, value, chainId, nonce, gas, gasPrice, data }) => ({
    subject: {
      kind: 'ethereum_transaction',
      wallet: Buffer.alloc(20, 9),
      transaction: {
        type: 'legacy',
        to: to === undefined ? undefined : hexBytes(to),
        value,
        chainId,
        nonce,
        gasLimit: gas,
        gasPrice,
        data: hexBytes(data),
      },
    },
    naive: {
      method: 'eth_signTransaction',
      parts: [],
      partSources: [],
      whole: {
        ...clock,
        'ethereum_transaction.to':
          to === undefined ? { is: 'absent' } : { is: 'value', type: 'address', text: to },
        'ethereum_transaction.value': number(value),
        'ethereum_transaction.chain_id': chainId === undefined ? { is: 'unknown' } : number(chainId),
        'ethereum_transaction.nonce': number(nonce),
        'ethereum_transaction.gas': number(gas),
        'ethereum_transaction.max_total_fee': number(gas * gasPrice),
        'ethereum_transaction.data': { is: 'value', type: 'bytes', text: data },
      },
    },
  }));

const accounts = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
];
const systemProgram = '11111111111111111111111111111111';
const account = fc.constantFrom(...accounts, 'unknown');
const factOf = (text: string): NaiveFact =>
  text === 'unknown' ? { is: 'unknown' } : { is: 'value', type: 'account', text };

const solInstruction = fc.record({
  programId: account,
  to: account,
  lamports: fc.constantFrom(0n, 1n, 10n, 2n ** 64n - 1n),
  isDecoded: fc.boolean(),
});
const solTransactions: fc.Arbitrary<Case> = fc
  .array(solInstruction, { maxLength: 4 })
  .map((instructions) => ({
    subject: {
      kind: 'solana_transaction',
      wallet: 'me',
      instructions: instructions.map(({ programId, to, lamports, isDecoded }) => ({
        programId,
        accounts: [],
        data: new Uint8Array(),
        decoded:
          programId === systemProgram && isDecoded
            ? {
                program: 'system',
                name: 'Transfer',
                values: new Map<string, string | bigint>([
                  ['to', to],
                  ['lamports', lamports],
                ]),
              }
            : undefined,
      })),
    },
    naive: {
      method: 'signTransaction',
      whole: clock,
      partSources: ['solana_program_instruction', 'solana_system_program_instruction'],
      parts: instructions.map(({ programId, to, lamports, isDecoded }) => {
        const isSystem = programId === systemProgram;
        const hidden: NaiveFact = {
          is: programId === 'unknown' || (isSystem && !isDecoded) ? 'unknown' : 'elsewhere',
        };
        return {
          'solana_program_instruction.programId': factOf(programId),
          'solana_system_program_instruction.Transfer.to': isSystem && isDecoded ? factOf(to) : hidden,
          'solana_system_program_instruction.Transfer.lamports':
            isSystem && isDecoded ? number(lamports) : hidden,
        };
      }),
    },
  }));

const texts = ['', 'a', 'ab', 'login: ab', 'é'];
const messages: fc.Arbitrary<Case> = fc.constantFrom(...texts).map((content) => ({
  subject: { kind: 'ethereum_message', message: Buffer.from(content) },
  naive: {
    method: 'personal_sign',
    parts: [],
    partSources: [],
    whole: {
      ...clock,
      'message.content': { is: 'value', type: 'text', text: content },
      'message.length': number(Buffer.byteLength(content)),
    },
  },
}));

const comparing = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const searching = ['eq', 'neq', 'contains', 'starts_with'];

function conditionsOn(
  field_source: string,
  field: string,
  values: readonly (string | number)[],
  operators: readonly string[],
): fc.Arbitrary<NaiveRule['conditions'][number]> {
  const single = fc.record({
    field_source: fc.constant(field_source),
    field: fc.constant(field),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(...values),
  });
  const list = fc.record({
    field_source: fc.constant(field_source),
    field: fc.constant(field),
    operator: fc.constantFrom('in', 'not_in'),
    value: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }),
  });
  return fc.oneof(single, list);
}
const decimals = amounts.map(String);
const time = conditionsOn('system', 'current_unix_timestamp', [now - 1, now, now + 1], comparing);
const upper = addresses.map((address) => `0x${address.slice(2).toUpperCase()}`);
const conditionsFor: Readonly<Record<string, fc.Arbitrary<NaiveRule['conditions'][number]>>> = {
  eth_signTransaction: fc.oneof(
    time,
    conditionsOn('ethereum_transaction', 'to', [...addresses, ...upper], ['eq', 'neq']),
    conditionsOn('ethereum_transaction', 'value', decimals, comparing),
    conditionsOn('ethereum_transaction', 'chain_id', [1, 137], comparing),
    conditionsOn('ethereum_transaction', 'nonce', [0, 1, 7, '0x7'], comparing),
    conditionsOn('ethereum_transaction', 'gas', [21_000, '21001'], comparing),
    conditionsOn('ethereum_transaction', 'max_total_fee', ['210000', 0], comparing),
    conditionsOn('ethereum_transaction', 'data', ['0xa9', '0x05', '0xA9059CBB', '0x90', '0xff'], searching),
  ),
  signTransaction: fc.oneof(
    time,
    conditionsOn('solana_program_instruction', 'programId', accounts, ['eq', 'neq']),
    conditionsOn('solana_system_program_instruction', 'Transfer.to', accounts, ['eq', 'neq']),
    conditionsOn('solana_system_program_instruction', 'Transfer.lamports', ['0', 1, 10], comparing),
  ),
  personal_sign: fc.oneof(
    time,
    conditionsOn('message', 'content', ['a', 'ab', 'login', 'é'], searching),
    conditionsOn('message', 'length', [0, 1, 2], comparing),
  ),
};

function rulesFor(method: string): fc.Arbitrary<NaiveRule> {
  const conditions = conditionsFor[method] ?? time;
  const specific = fc.record({
    method: fc.constant(method),
    action: fc.constantFrom('DENY', 'ALLOW', 'require_mfa'),
    conditions: fc.array(conditions, { minLength: 1, maxLength: 3 }),
  });
  const any = fc.record({
    method: fc.constant('*'),
    action: fc.constantFrom('DENY', 'ALLOW', 'require_mfa'),
    conditions: fc.array(time, { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof({ weight: 5, arbitrary: specific }, { weight: 1, arbitrary: any });
}

const named = (rule: NaiveRule): Rule => ({ ...rule, name: 'r' }) as Rule;
const isValid = (chain: Chain) => (rule: NaiveRule) => {
  try {
    const scope = rule.action === 'require_mfa' ? 'STEP_UP' : 'GLOBAL';
    validatePolicy({ name: 'p', chain, scope, rules: [named(rule)] });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

describe('the engine', () => {
  it.each([
    ['ETH', 'eth_signTransaction', ethTransactions],
    ['ETH', 'personal_sign', messages],
    ['SOL', 'signTransaction', solTransactions],
  ] as const)(
    'decides on %s %s as the naive engine does, whatever the order of the rules',
    (chain, method, cases) => {
      const outcomes = new Set<string>();
      fc.assert(
        fc.property(
          cases,
          fc.array(rulesFor(method).filter(isValid(chain)), { maxLength: 5 }),
          fc.constantFrom('allow', 'deny') as fc.Arbitrary<'allow' | 'deny'>,
          fc.boolean(),
          fc.nat(),
          ({ subject, naive }, rules, defaultAction, stepUpApplies, rotation) => {
            const at = rules.length === 0 ? 0 : rotation % rules.length;
            const rotated = [...rules.slice(at), ...rules.slice(0, at)].map(named);
            const { outcome } = decideOn(
              chain,
              subject,
              rotated,
              { defaultAction, stepUpApplies },
              { nowSeconds: now },
            );
            outcomes.add(outcome);
            expect(outcome).toBe(naiveDecision(rules, naive, defaultAction, stepUpApplies));
          },
        ),
        { numRuns: 3000 },
      );
      expect(outcomes.size).toBe(3);
    },
  );

  it('never gets less strict when a DENY rule is added', () => {
    fc.assert(
      fc.property(
        ethTransactions,
        fc.array(rulesFor('eth_signTransaction').filter(isValid('ETH')), { maxLength: 4 }),
        rulesFor('eth_signTransaction').filter(isValid('ETH')),
        ({ subject }, rules, added) => {
          const before = decideOn('ETH', subject, rules.map(named)).outcome;
          const after = decideOn('ETH', subject, [...rules, { ...added, action: 'DENY' }].map(named)).outcome;
          if (before === 'deny') expect(after).toBe('deny');
          else expect([before, 'deny']).toContain(after);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('validatePolicy', () => {
  it('accepts or refuses anything without breaking, and what it accepts can be evaluated', () => {
    const scalar = fc.oneof(
      fc.constantFrom(
        'eq',
        'in',
        'gt',
        'contains',
        'value',
        'to',
        'typed_data_message_a',
        'ethereum_transaction',
        'typed_data',
      ),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'DENY', '*', '1', '0x11', ''),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.boolean(),
    );
    const anything = fc.anything({
      key: fc.constantFrom('field', 'value', '__proto__', 'abi'),
      values: [scalar],
      maxDepth: 3,
    });
    const condition = fc.record(
      {
        field_source: fc.oneof(
          fc.constantFrom(
            'ethereum_transaction',
            'typed_data',
            'system',
            'message',
            'ethereum_calldata',
            'spending_window',
          ),
          anything,
        ),
        field: fc.oneof(
          fc.constantFrom('to', 'value', 'typed_data_message_x', 'content', 'native_amount', 'f.a'),
          anything,
        ),
        operator: fc.oneof(fc.constantFrom('eq', 'in', 'gt', 'not_in', 'contains'), anything),
        value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), anything),
        abi: anything,
        window_seconds: anything,
        token: anything,
      },
      { requiredKeys: ['field_source', 'field', 'operator', 'value'] },
    );
    const rule = fc.record({
      name: fc.oneof(fc.constant('r'), anything),
      method: fc.oneof(
        fc.constantFrom('eth_signTransaction', 'eth_signTypedData_v4', 'personal_sign', '*'),
        anything,
      ),
      action: fc.constantFrom('DENY', 'ALLOW'),
      conditions: fc.oneof(fc.array(condition, { minLength: 1, maxLength: 3 }), anything),
    });
    const policy = fc.record({
      name: fc.constant('p'),
      chain: fc.constant('ETH'),
      scope: fc.constant('GLOBAL'),
      rules: fc.oneof(fc.array(rule, { minLength: 1, maxLength: 3 }), anything),
    });
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: policy }, { weight: 1, arbitrary: anything }),
        ethTransactions,
        (body, { subject }) => {
          let accepted;
          try {
            accepted = validatePolicy(body);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.fields.length).toBeGreaterThan(0);
            return;
          }
          expect(['allow', 'deny']).toContain(decideOn('ETH', subject, accepted.rules).outcome);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
