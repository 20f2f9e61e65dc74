import fc from 'fast-check';
import { AppError } from '@wallet-service/errors';
import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';
import { draftFromWire } from '../src/policies/policy-from-wire.js';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { decideOn } from './engine-harness.js';
import { btcInput, btcWallet, psbt } from './operations.js';
import { ethTransactions, solTransactions } from './random-operations.js';

const bitcoin = { input: btcInput(psbt([{ address: btcWallet.address, amount: 9000n }])) };
const { CreatePolicy } = definitions.policy.methods;
type Create = ReceivedRequestOf<PolicyDefinition['CreatePolicy']>;

/** Whatever a message can hold. */
function anyDraft() {
  const word = fc.oneof(
    fc.constantFrom('eq', 'in', 'gt', 'contains', 'value', 'to', 'typed_data_message_a', 'typed_data'),
    fc.constantFrom('ethereum_transaction', '__proto__', 'constructor', 'toString', 'DENY', '*', '1', '0x11'),
    fc.string(),
  );
  const text = fc.oneof(word, fc.constantFrom('Transfer', 'Assign'));
  const number = fc.oneof(fc.constantFrom(1, 2, NaN, Infinity, -0, 2 ** 60), fc.integer(), fc.double());
  const list = fc.record({
    texts: fc.array(text, { maxLength: 3 }),
    numbers: fc.array(number, { maxLength: 3 }),
    flags: fc.array(fc.boolean(), { maxLength: 3 }),
    order: fc.oneof(fc.stringMatching(/^[tnf]{0,3}$/), fc.constantFrom('t', 'n'), word),
  });
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.record({ text: fc.constantFrom('1', '0x11') }) },
    fc.record({ text }),
    fc.record({ number }),
    fc.record({ flag: fc.boolean() }),
    fc.record({ list }),
    fc.constant({}),
  );
  const json = fc.anything({
    key: fc.constantFrom('name', 'type', 'inputs', '__proto__', 'abi'),
    values: [fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.boolean()],
    maxDepth: 3,
  });
  const named = fc.record({
    fieldSource: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          'ethereum_transaction',
          'typed_data',
          'system',
          'message',
          'ethereum_calldata',
        ),
      },
      fc.constantFrom('spending_window', 'solana_program_instruction', 'bitcoin_transaction'),
      fc.constantFrom('solana_system_program_instruction'),
      { weight: 1, arbitrary: word },
    ),
    field: fc.oneof(
      fc.constantFrom('to', 'value', 'typed_data_message_x', 'content', 'native_amount', 'f.a'),
      fc.constantFrom('programId', 'instructionName', 'Transfer.lamports', 'output_amount', 'fee'),
      { weight: 1, arbitrary: word },
    ),
    operator: fc.oneof(fc.constantFrom('eq', 'in', 'gt', 'lt', 'not_in', 'contains'), word),
  });
  const options = fc.record(
    {
      abiJson: fc.oneof(
        json.map((any) => JSON.stringify(any)),
        word,
      ),
      windowSeconds: fc.oneof(fc.constantFrom(60, 3600), fc.nat()),
      token: word,
    },
    { requiredKeys: [] },
  );
  const mostlyNone = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, options);
  const payment = fc.constant({ fieldSource: 'ethereum_transaction', field: 'value', operator: 'gt' });
  const mostlyPayment = fc.oneof({ weight: 2, arbitrary: payment }, named);
  const condition = fc
    .tuple(mostlyPayment, value, mostlyNone)
    .map(([of, is, more]) => ({ ...of, ...is, ...more }));
  const rule = fc.record({
    name: fc.constantFrom('r', 'r', 'r', 'r', 'r', 'r', ''),
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constant('eth_signTransaction') },
      fc.constantFrom('eth_signTransaction', 'eth_signTypedData_v4', 'personal_sign', 'signTransaction', '*'),
      word,
    ),
    action: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('DENY', 'ALLOW') }, word),
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  });
  const usual = fc.constantFrom('ETH', 'ETH', 'SOL', 'BTC');
  return fc.record({
    name: fc.constant('p'),
    chain: fc.oneof(usual, usual, usual, word),
    scope: fc.constantFrom('GLOBAL', 'GLOBAL', 'GLOBAL', 'STEP_UP', ''),
    rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
  });
}

it('any policy in a message is accepted or refused with its wrong fields, and an accepted one can be evaluated', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      anyDraft(),
      fc.record({ ETH: ethTransactions, SOL: solTransactions, BTC: fc.constant(bitcoin) }),
      (sent, cases) => {
        const { policy } = CreatePolicy.requestDeserialize(
          CreatePolicy.requestSerialize({ policy: sent }),
        ) as Create;
        if (!policy) throw new Error('no policy');
        let draft;
        try {
          draft = validatePolicy(draftFromWire(policy));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.fields.length).toBeGreaterThan(0);
          return;
        }
        accepted += 1;
        const { chain, rules } = draft;
        expect(['allow', 'deny']).toContain(decideOn(chain, cases[chain].input, rules).outcome);
      },
    ),
    { numRuns: 5000 },
  );
  expect(accepted).toBeGreaterThan(20);
});
