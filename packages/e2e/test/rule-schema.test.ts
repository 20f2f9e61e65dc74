import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { openApiDocument } from '../../../services/gateway/src/openapi/openapi-document.js';
import { policyBody } from '../../../services/gateway/src/routes/policy-schema.js';
import { routesOf } from '../../../services/gateway/src/routes.js';
import type { RuleInput } from '../../../services/policy/src/engine/rule.js';
import { validateRules } from '../../../services/policy/src/policies/validate-rules.js';

// The schema of rules in the API document, compared with what the gateway and the policy service take. `RULE_SEED`
// repeats a run.

type Schema = {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

const seed = Number(process.env['RULE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rows = routesOf({} as never, {} as never, { retiresAt: new Date(0), now: () => new Date(0) }, {
  reference: { files: undefined, takesKeys: false },
} as never);
const document = openApiDocument(rows);
const schemas = (document['components'] as { readonly schemas: Readonly<Record<string, Schema>> }).schemas;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', ...document });
const isDocumented = ajv.getSchema('document#/components/schemas/Rule') as ValidateFunction;
const isRead = new Ajv2020({ strict: false }).compile(policyBody);

const resolved = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : (schemas[$ref.replace('#/components/schemas/', '')] ?? {});
const namesOf = (schema: Schema | undefined): readonly string[] => schema?.enum ?? [];

/** Each kind of condition: its source, the fields that are listed, and their operators. */
const kinds = (schemas['Condition']?.oneOf ?? []).map(resolved).flatMap((source) =>
  (source.anyOf ?? [source]).map(({ properties = {} }) => ({
    source: namesOf(properties['field_source'])[0] ?? '',
    fields: namesOf(properties['field']),
    operators: namesOf(properties['operator']),
  })),
);
const sources = [...new Set(kinds.map(({ source }) => source))];
const operators = [...new Set(kinds.flatMap((kind) => kind.operators))];
const methods = namesOf(schemas['RuleMethod']);
const chains = ['ETH', 'SOL', 'BTC'] as const;

const abi = [
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
];
const scalars = [
  ...['5', 5, true, 'abc', '0x01', `0x${'11'.repeat(32)}`, 'eip1559', 'Transfer', 'transfer'],
  ...[`0x${'11'.repeat(20)}`, 'So11111111111111111111111111111111111111112'],
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
];
const values = [...scalars, ...scalars.map((each) => [each])];
/** Members that only some sources have. */
const windows = [
  { window_seconds: 3600 },
  { window_seconds: 3600, token: `0x${'11'.repeat(20)}` },
  { window_seconds: 3600, token: 'So11111111111111111111111111111111111111112' },
];
const extrasOf = (source: string): readonly object[] =>
  source === 'spending_window' ? windows : source === 'ethereum_calldata' ? [{ abi }] : [{}];

const ruleOf = (condition: object, method: string) => ({
  name: 'r',
  action: 'DENY',
  method,
  conditions: [condition],
});

function isTaken(rule: object, chain: (typeof chains)[number]): boolean {
  if (!isRead({ name: 'p', chain, scope: 'GLOBAL', rules: [rule] })) return false;
  const reported: string[] = [];
  validateRules([rule as RuleInput], chain, 'GLOBAL', (path) => reported.push(path));
  return reported.length === 0;
}

const methodOf: Readonly<Record<string, readonly string[]>> = {
  ETH: ['eth_signTransaction', 'eth_signTypedData_v4', 'personal_sign', 'eth_sign7702Authorization'],
  SOL: ['signTransaction', 'signMessage'],
  BTC: ['signTransaction', 'signMessage'],
};

/** Whether some chain, method and value make a rule of these that is taken. */
function canBeTaken(field_source: string, field: string, operator: string): boolean {
  return chains.some((chain) =>
    (methodOf[chain] ?? []).some((method) =>
      extrasOf(field_source).some((extra) =>
        values.some((value) =>
          isTaken(ruleOf({ field_source, field, operator, value, ...extra }, method), chain),
        ),
      ),
    ),
  );
}

describe('the documented schema of rules', () => {
  it('has exactly the operators that each listed field takes', () => {
    const found = kinds.flatMap(({ source, fields, operators: documented }) =>
      fields.flatMap((field) =>
        operators
          .filter((operator) => canBeTaken(source, field, operator) !== documented.includes(operator))
          .map((operator) => `${source} ${field} ${operator}`),
      ),
    );
    expect(found).toEqual([]);
    expect(kinds.flatMap(({ fields }) => fields).length).toBeGreaterThan(60);
  });

  it('has every rule that is taken', () => {
    const allFields = [
      ...kinds.flatMap(({ fields }) => fields),
      ...['typed_data_message_amount', 'typed_data_message_order.lines.0', 'function_name', 'transfer.to'],
    ];
    const odd = [
      'nothing',
      '',
      'typed_data_',
      'typed_data_domain_name_',
      'Transfer',
      'chainId',
      'constructor',
    ];
    const anyCondition = fc
      .record({
        field_source: fc.constantFrom(...sources, 'nowhere'),
        field: fc.constantFrom(...allFields, ...odd),
        operator: fc.constantFrom(...operators, 'like'),
        value: fc.constantFrom(...values),
        extra: fc.constantFrom({}, { abi }, { abi: [] }, { window_seconds: 59 }, { note: 'x' }, ...windows),
      })
      .map(({ extra, ...rest }) => ({ ...rest, ...extra }));
    const fitting = fc.constantFrom(...kinds).chain(({ source, fields, operators: own }) =>
      fc
        .record({
          field: fc.constantFrom(...(fields.length > 0 ? fields : allFields)),
          operator: fc.constantFrom(...own),
          value: fc.constantFrom(...values),
          extra: fc.constantFrom(...extrasOf(source)),
        })
        .map(({ extra, ...rest }) => ({ field_source: source, ...rest, ...extra })),
    );
    const rule = fc.record({
      name: fc.string({ minLength: 0, maxLength: 8 }),
      action: fc.constantFrom('DENY', 'DENY', 'ALLOW', 'require_mfa', 'deny'),
      method: fc.constantFrom(...methods, ...methods, 'eth_call'),
      conditions: fc.array(fc.oneof({ weight: 4, arbitrary: fitting }, anyCondition), {
        minLength: 1,
        maxLength: 2,
      }),
    });
    let taken = 0;
    fc.assert(
      fc.property(rule, fc.constantFrom(...chains), (given, chain) => {
        if (!isTaken(given, chain)) return;
        taken += 1;
        expect({ given, wrong: isDocumented(given) ? [] : isDocumented.errors }).toEqual({
          given,
          wrong: [],
        });
        // And nothing that has a name which does not exist.
        const [first] = given.conditions;
        for (const other of [
          { ...given, method: 'eth_call' },
          { ...given, action: 'deny' },
          { ...given, conditions: [{ ...first, operator: 'like' }] },
          { ...given, conditions: [{ ...first, field_source: 'nowhere' }] },
        ])
          expect([isTaken(other, chain), isDocumented(other)]).toEqual([false, false]);
      }),
      { seed, numRuns: 200_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('has every method of every chain, and no other', () => {
    const time = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: '5' };
    const known = methods.filter((method) => chains.some((chain) => isTaken(ruleOf(time, method), chain)));
    expect(known).toEqual(methods);
    const messages: string[] = [];
    for (const chain of chains)
      validateRules([ruleOf(time, 'none') as RuleInput], chain, 'GLOBAL', (_path, text) =>
        messages.push(text),
      );
    const offered = messages.flatMap((text) => (/one of (.*) for/.exec(text)?.[1] ?? '').split(', '));
    expect([...new Set(offered)].toSorted()).toEqual([...methods].toSorted());
  });
});
