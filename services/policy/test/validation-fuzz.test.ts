import fc from 'fast-check';
import { AppError } from '@wallet-service/errors';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { decideOn } from './engine-harness.js';
import { btcInput, btcWallet, psbt } from './operations.js';
import { ethTransactions, solTransactions } from './random-operations.js';

const bitcoin = { input: btcInput(psbt([{ address: btcWallet.address, amount: 9000n }])) };

describe('validatePolicy', () => {
  it('accepts or refuses any input without crashing, and what it accepts can be evaluated', () => {
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
            'solana_program_instruction',
            'solana_system_program_instruction',
            'bitcoin_transaction',
          ),
          anything,
        ),
        field: fc.oneof(
          fc.constantFrom('to', 'value', 'typed_data_message_x', 'content', 'native_amount', 'f.a'),
          fc.constantFrom('programId', 'instructionName', 'Transfer.lamports', 'output_amount', 'fee'),
          anything,
        ),
        operator: fc.oneof(fc.constantFrom('eq', 'in', 'gt', 'lt', 'not_in', 'contains'), anything),
        value: fc.oneof(
          fc.constantFrom('Transfer', 'Assign', 1, 2),
          scalar,
          fc.array(scalar, { maxLength: 3 }),
          anything,
        ),
        abi: anything,
        window_seconds: anything,
        token: anything,
      },
      { requiredKeys: ['field_source', 'field', 'operator', 'value'] },
    );
    const rule = fc.record({
      name: fc.oneof(fc.constant('r'), anything),
      method: fc.oneof(
        fc.constantFrom(
          'eth_signTransaction',
          'eth_signTypedData_v4',
          'personal_sign',
          'signTransaction',
          '*',
        ),
        anything,
      ),
      action: fc.constantFrom('DENY', 'ALLOW'),
      conditions: fc.oneof(fc.array(condition, { minLength: 1, maxLength: 3 }), anything),
    });
    const policy = fc.record({
      name: fc.constant('p'),
      chain: fc.constantFrom('ETH', 'SOL', 'BTC'),
      scope: fc.constant('GLOBAL'),
      rules: fc.oneof(fc.array(rule, { minLength: 1, maxLength: 3 }), anything),
    });
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: policy }, { weight: 1, arbitrary: anything }),
        fc.record({ ETH: ethTransactions, SOL: solTransactions, BTC: fc.constant(bitcoin) }),
        (body, cases) => {
          let accepted;
          try {
            accepted = validatePolicy(body);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.fields.length).toBeGreaterThan(0);
            return;
          }
          const { chain, rules } = accepted;
          expect(['allow', 'deny']).toContain(decideOn(chain, cases[chain].input, rules).outcome);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
