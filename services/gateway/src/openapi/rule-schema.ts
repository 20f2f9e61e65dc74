import { ruleReference } from './rule-reference.js';
import type { Json } from './schema-references.js';

// Rules as clients may write them. The gateway checks less than this, and the policy service more; a test of
// packages/e2e compares this with what the policy service takes.

export const exampleRule = {
  name: 'at most 1 ether',
  method: 'eth_signTransaction',
  conditions: [
    { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1000000000000000000' },
  ],
  action: 'DENY',
};

const equality = ['eq', 'neq', 'in', 'not_in'];
const ordered = [...equality, 'gt', 'gte', 'lt', 'lte'];
const searching = [...equality, 'contains', 'starts_with'];
const every = [...ordered, 'contains', 'starts_with'];

/** Fields of one kind, and the operators that they have. */
type Kind = {
  readonly operators: readonly string[];
  /** Every name, or what the names look like. */
  readonly fields: readonly string[] | { readonly pattern: string; readonly description: string };
  /** Further members, and which of them are required. */
  readonly more?: Json;
  readonly required?: readonly string[];
};

const integers = (...fields: string[]): Kind => ({ operators: ordered, fields });
const equalities = (...fields: string[]): Kind => ({ operators: equality, fields });
const texts = (...fields: string[]): Kind => ({ operators: searching, fields });

const windowSeconds = {
  type: 'integer',
  minimum: 60,
  maximum: 2_592_000,
  description: 'the length of the window in seconds',
};

/** The conditions of each field source. */
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  ethereum_transaction: [
    equalities('to'),
    integers(
      ...['value', 'chain_id', 'gas', 'nonce', 'gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas'],
      ...['max_fee_per_blob_gas', 'max_total_fee'],
    ),
    texts('data', 'type'),
  ],
  ethereum_calldata: [
    {
      operators: every,
      fields: { pattern: '^.+$', description: 'function_name, or function.argument.nested' },
      more: {
        abi: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: {},
          description: 'the ABI of the called contract',
        },
      },
      required: ['abi'],
    },
  ],
  typed_data: [
    equalities('typed_data_domain_verifyingContract'),
    integers('typed_data_domain_chainId'),
    texts(
      ...['typed_data_primary_type', 'typed_data_domain_name', 'typed_data_domain_version'],
      'typed_data_domain_salt',
    ),
    {
      operators: every,
      fields: {
        pattern: '^typed_data_message_.+$',
        description: 'typed_data_message_ and the path of a member, with dots',
      },
    },
  ],
  ethereum_7702_authorization: [equalities('contract'), integers('chain_id', 'nonce')],
  solana_transaction: [integers('max_fee')],
  solana_program_instruction: [equalities('programId')],
  solana_system_program_instruction: [
    equalities('Transfer.from', 'Transfer.to'),
    integers('Transfer.lamports'),
    texts('instructionName'),
  ],
  solana_token_program_instruction: [
    equalities(
      ...['Transfer', 'TransferChecked'].flatMap((name) =>
        ['source', 'authority', 'mint', 'destination'].map((member) => `${name}.${member}`),
      ),
      ...['source', 'authority', 'mint', 'delegate'].map((member) => `Approve.${member}`),
      ...['account', 'mint', 'authority'].flatMap((member) => [`Burn.${member}`, `MintTo.${member}`]),
      ...['account', 'destination', 'authority'].map((member) => `CloseAccount.${member}`),
      ...['account', 'mint', 'owner'].map((member) => `InitializeAccount3.${member}`),
      ...['account', 'authority', 'newAuthority'].map((member) => `SetAuthority.${member}`),
    ),
    integers(...['Transfer', 'TransferChecked', 'Approve', 'Burn', 'MintTo'].map((name) => `${name}.amount`)),
    texts('instructionName'),
  ],
  bitcoin_transaction: [equalities('output_address'), integers('output_amount', 'total_amount', 'fee')],
  message: [texts('content'), integers('length', 'byte_length')],
  spending_window: [
    {
      operators: ['gt', 'gte'],
      fields: ['native_amount'],
      more: { window_seconds: windowSeconds },
      required: ['window_seconds'],
    },
    {
      operators: ['gt', 'gte'],
      fields: ['token_amount'],
      more: {
        window_seconds: windowSeconds,
        token: { type: 'string', description: 'the contract or mint of the token' },
      },
      required: ['window_seconds', 'token'],
    },
  ],
  system: [integers('current_unix_timestamp')],
};

const scalars = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const value = {
  title: 'ConditionValue',
  description: 'one value, or a list for in and not_in. Integers as decimal text, 0x hex or numbers',
  oneOf: [...scalars, { type: 'array', items: { type: ['string', 'number', 'boolean'] } }],
};

function ofKind(source: string, { operators, fields, more = {}, required = [] }: Kind): Json {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['field_source', 'field', 'operator', 'value', ...required],
    properties: {
      field_source: { type: 'string', enum: [source], description: 'where the field comes from' },
      field:
        'pattern' in fields
          ? { type: 'string', ...fields }
          : { type: 'string', enum: fields, description: 'what is compared' },
      operator: { type: 'string', enum: operators, description: 'how it is compared with `value`' },
      value,
      ...more,
    },
  };
}

/** `EthereumTransactionCondition` of `ethereum_transaction`. */
function titleOf(source: string): string {
  const words = source.split('_').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Condition`;
}

const conditions = Object.entries(kindsOf).map(([source, kinds]) => {
  const [only, ...others] = kinds.map((kind) => ofKind(source, kind));
  const schema = others.length === 0 ? only : { anyOf: [only, ...others] };
  return { title: titleOf(source), description: `a condition about ${source}`, ...schema };
});

const condition = {
  title: 'Condition',
  description: 'compares one field of the request with a value. `field_source` says which kind it is',
  oneOf: conditions,
};

const method = {
  title: 'RuleMethod',
  type: 'string',
  description: 'what the rule is about. `*`: every method of the chain',
  enum: [
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v1',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'personal_sign',
    'eth_sign',
    'eth_sign7702Authorization',
    'signTransaction',
    'signMessage',
    'exportPrivateKey',
    '*',
  ],
};

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'method', 'conditions', 'action'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'its name, for people' },
    method,
    conditions: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: condition,
      description:
        'all must hold. All rules of a policy together have at most 600 conditions, 1,000 listed values and 1,000 ' +
        'ABI items',
    },
    action: {
      type: 'string',
      enum: ['DENY', 'ALLOW', 'require_approval', 'require_mfa'],
      description: 'DENY, ALLOW or require_approval in GLOBAL policies, require_mfa in STEP_UP policies',
    },
    approvals: {
      type: 'integer',
      minimum: 1,
      maximum: 10,
      description: 'of require_approval: how many owners must approve; absent: 1',
    },
  },
  title: 'Rule',
  description: ruleReference,
  examples: [exampleRule],
};

/** Schemas that the document shows in place of those with the same title, which are cheaper to check. */
export const richerSchemas: Readonly<Record<string, Json>> = {
  Rule: rule,
  RuleList: {
    title: 'RuleList',
    type: 'array',
    items: rule,
    minItems: 1,
    maxItems: 100,
    description: 'the rules of a policy',
  },
};
