// What a policy can say. The help and the suggestions of the editor show it, and a test of packages/e2e compares it
// with what the policy service takes.

export type Named = { readonly name: string; readonly about: string };

export const chains: readonly Named[] = [
  { name: 'ETH', about: 'every EVM chain' },
  { name: 'SOL', about: 'Solana' },
  { name: 'BTC', about: 'Bitcoin' },
];

export const scopes: readonly Named[] = [
  { name: 'GLOBAL', about: 'for everybody' },
  { name: 'STEP_UP', about: 'for users of chosen identity providers' },
];

export const actionsOf: Readonly<Record<string, readonly Named[]>> = {
  GLOBAL: [
    { name: 'DENY', about: 'refuses. It wins over all others' },
    { name: 'ALLOW', about: 'permits, unless another rule refuses or demands' },
    { name: 'require_approval', about: 'waits until owners approve' },
  ],
  STEP_UP: [{ name: 'require_mfa', about: 'permits with a second factor' }],
};

const onOthers: readonly Named[] = [
  { name: 'signTransaction', about: 'transactions' },
  { name: 'signMessage', about: 'messages' },
  { name: 'exportPrivateKey', about: 'exports of the key' },
  { name: '*', about: 'every method' },
];
export const methodsOf: Readonly<Record<string, readonly Named[]>> = {
  ETH: [
    { name: 'eth_signTransaction', about: 'transactions' },
    { name: 'eth_signTypedData', about: 'typed data, all versions' },
    { name: 'eth_signTypedData_v1', about: 'typed data, all versions' },
    { name: 'eth_signTypedData_v3', about: 'typed data, all versions' },
    { name: 'eth_signTypedData_v4', about: 'typed data, all versions' },
    { name: 'personal_sign', about: 'messages' },
    { name: 'eth_sign', about: 'bare hashes' },
    { name: 'eth_sign7702Authorization', about: 'delegations (EIP-7702)' },
    { name: 'exportPrivateKey', about: 'exports of the key' },
    { name: '*', about: 'every method' },
  ],
  SOL: onOthers,
  BTC: onOthers,
};

export const operators: readonly Named[] = [
  { name: 'eq', about: 'equals' },
  { name: 'neq', about: 'does not equal' },
  { name: 'in', about: 'is one of' },
  { name: 'not_in', about: 'is none of' },
  { name: 'gt', about: 'is greater than' },
  { name: 'gte', about: 'is at least' },
  { name: 'lt', about: 'is less than' },
  { name: 'lte', about: 'is at most' },
  { name: 'contains', about: 'has in it' },
  { name: 'starts_with', about: 'begins with' },
];
export const takesList = (operator: unknown): boolean => operator === 'in' || operator === 'not_in';

const equality = ['eq', 'neq', 'in', 'not_in'];
const ordered = [...equality, 'gt', 'gte', 'lt', 'lte'];
const searching = [...equality, 'contains', 'starts_with'];
const every = [...ordered, 'contains', 'starts_with'];

/** Fields that have the same operators. */
export type Fields = {
  readonly fields: readonly string[];
  readonly about: string;
  readonly operators: readonly string[];
  /** The only values. */
  readonly values?: readonly string[];
  /** Without a list of all: what fields begin with, and one of them. */
  readonly open?: { readonly begins: string; readonly shown: string; readonly example: string };
};

export type Source = {
  readonly name: string;
  readonly about: string;
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  /** The members that its conditions have besides the usual four. */
  readonly more?: readonly string[];
  readonly fields: readonly Fields[];
};

const ETH = ['ETH'];
const SOL = ['SOL'];
const allChains = ['ETH', 'SOL', 'BTC'];
const typedMethods = ['', '_v1', '_v3', '_v4'].map((version) => `eth_signTypedData${version}`);
const ofEach = (names: readonly string[], members: readonly string[]): readonly string[] =>
  names.flatMap((name) => members.map((member) => `${name}.${member}`));

export const sources: readonly Source[] = [
  {
    ...{
      name: 'ethereum_transaction',
      about: 'a transaction',
      chains: ETH,
      methods: ['eth_signTransaction'],
    },
    fields: [
      { fields: ['to'], about: 'an address', operators: equality },
      {
        fields: [
          ...[
            'value',
            'chain_id',
            'gas',
            'nonce',
            'gas_price',
            'max_fee_per_gas',
            'max_priority_fee_per_gas',
          ],
          ...['max_fee_per_blob_gas', 'max_total_fee'],
        ],
        about: 'an integer; amounts in wei',
        operators: ordered,
      },
      { fields: ['data'], about: 'bytes in hex', operators: searching },
      {
        fields: ['type'],
        about: 'the type of transaction',
        operators: searching,
        values: ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'],
      },
    ],
  },
  {
    ...{ name: 'ethereum_calldata', about: 'the call of a contract', chains: ETH },
    ...{ methods: ['eth_signTransaction'], more: ['abi'] },
    fields: [
      { fields: ['function_name'], about: 'a function of the ABI', operators: searching },
      {
        fields: [],
        about: 'an argument of a function of the ABI',
        operators: every,
        open: { begins: '', shown: 'function.argument', example: 'transfer.amount' },
      },
    ],
  },
  {
    ...{ name: 'typed_data', about: 'typed data (EIP-712)', chains: ETH, methods: typedMethods },
    fields: [
      { fields: ['typed_data_domain_verifyingContract'], about: 'an address', operators: equality },
      { fields: ['typed_data_domain_chainId'], about: 'an integer', operators: ordered },
      {
        fields: ['typed_data_primary_type', 'typed_data_domain_name', 'typed_data_domain_version'],
        about: 'text',
        operators: searching,
      },
      { fields: ['typed_data_domain_salt'], about: '32 bytes in hex', operators: searching },
      {
        fields: [],
        about: 'a member of the message, by its path',
        operators: every,
        open: {
          begins: 'typed_data_message_',
          shown: 'typed_data_message_PATH',
          example: 'typed_data_message_amount',
        },
      },
    ],
  },
  {
    ...{ name: 'ethereum_7702_authorization', about: 'a delegation', chains: ETH },
    methods: ['eth_sign7702Authorization'],
    fields: [
      { fields: ['contract'], about: 'an address', operators: equality },
      { fields: ['chain_id', 'nonce'], about: 'an integer', operators: ordered },
    ],
  },
  {
    ...{ name: 'solana_transaction', about: 'a transaction', chains: SOL, methods: ['signTransaction'] },
    fields: [{ fields: ['max_fee'], about: 'an integer, in lamports', operators: ordered }],
  },
  {
    ...{ name: 'solana_program_instruction', about: 'one instruction', chains: SOL },
    methods: ['signTransaction'],
    fields: [{ fields: ['programId'], about: 'an account', operators: equality }],
  },
  {
    ...{
      name: 'solana_system_program_instruction',
      about: 'one instruction of the System Program',
      chains: SOL,
    },
    methods: ['signTransaction'],
    fields: [
      {
        fields: ['instructionName'],
        about: 'the name of an instruction',
        operators: searching,
        values: [
          ...['CreateAccount', 'Assign', 'Transfer', 'CreateAccountWithSeed', 'AdvanceNonceAccount'],
          ...['WithdrawNonceAccount', 'InitializeNonceAccount', 'AuthorizeNonceAccount', 'Allocate'],
          ...['AllocateWithSeed', 'AssignWithSeed', 'TransferWithSeed', 'UpgradeNonceAccount'],
        ],
      },
      { fields: ['Transfer.from', 'Transfer.to'], about: 'an account', operators: equality },
      { fields: ['Transfer.lamports'], about: 'an integer', operators: ordered },
    ],
  },
  {
    ...{ name: 'solana_token_program_instruction', about: 'one instruction of a token program', chains: SOL },
    methods: ['signTransaction'],
    fields: [
      {
        fields: ['instructionName'],
        about: 'the name of an instruction',
        operators: searching,
        values: [
          ...['InitializeMint', 'InitializeAccount', 'InitializeMultisig', 'Transfer', 'Approve', 'Revoke'],
          ...['SetAuthority', 'MintTo', 'Burn', 'CloseAccount', 'FreezeAccount', 'ThawAccount'],
          ...['TransferChecked', 'ApproveChecked', 'MintToChecked', 'BurnChecked', 'InitializeAccount2'],
          ...['SyncNative', 'InitializeAccount3', 'InitializeMultisig2', 'InitializeMint2'],
          ...['GetAccountDataSize', 'InitializeImmutableOwner', 'AmountToUiAmount', 'UiAmountToAmount'],
          'TransferCheckedWithFee',
        ],
      },
      {
        fields: [
          ...ofEach(['Transfer', 'TransferChecked'], ['source', 'authority', 'mint', 'destination']),
          ...ofEach(['Approve'], ['source', 'authority', 'mint', 'delegate']),
          ...ofEach(['Burn', 'MintTo'], ['account', 'mint', 'authority']),
          ...ofEach(['CloseAccount'], ['account', 'destination', 'authority']),
          ...ofEach(['InitializeAccount3'], ['account', 'mint', 'owner']),
          ...ofEach(['SetAuthority'], ['account', 'authority', 'newAuthority']),
        ],
        about: 'an account',
        operators: equality,
      },
      {
        fields: ofEach(['Transfer', 'TransferChecked', 'Approve', 'Burn', 'MintTo'], ['amount']),
        about: 'an integer, in the smallest unit',
        operators: ordered,
      },
    ],
  },
  {
    ...{ name: 'bitcoin_transaction', about: 'a transaction', chains: ['BTC'], methods: ['signTransaction'] },
    fields: [
      { fields: ['output_address'], about: 'the address of a payment', operators: equality },
      {
        fields: ['output_amount', 'total_amount', 'fee'],
        about: 'an integer, in satoshis',
        operators: ordered,
      },
    ],
  },
  {
    ...{ name: 'message', about: 'a message', chains: allChains, methods: ['personal_sign', 'signMessage'] },
    fields: [
      { fields: ['content'], about: 'text', operators: searching },
      { fields: ['length', 'byte_length'], about: 'an integer, in bytes', operators: ordered },
    ],
  },
  {
    ...{ name: 'spending_window', about: 'what was spent in some time', chains: allChains },
    ...{ methods: ['eth_signTransaction', 'signTransaction'], more: ['window_seconds', 'token'] },
    fields: [
      { fields: ['native_amount'], about: 'an integer, fees included', operators: ['gt', 'gte'] },
      { fields: ['token_amount'], about: 'an integer; token says which', operators: ['gt', 'gte'] },
    ],
  },
  {
    ...{ name: 'system', about: 'the time', chains: allChains },
    methods: [...new Set(Object.values(methodsOf).flatMap((names) => names.map(({ name }) => name)))],
    fields: [{ fields: ['current_unix_timestamp'], about: 'an integer, in seconds', operators: ordered }],
  },
];

/** The sources that conditions of a rule can have. Of a rule without a method yet: all of the chain. */
export function sourcesFor(chain: unknown, method: unknown): readonly Source[] {
  const isMethod = methodsOf[String(chain)]?.some(({ name }) => name === method) ?? false;
  return sources.filter(
    (source) =>
      source.chains.includes(String(chain)) && (!isMethod || source.methods.includes(String(method))),
  );
}

/** The fields among which a condition's field is. */
export function fieldsOf(source: unknown, field: unknown): Fields | undefined {
  const name = String(field);
  const groups = sources.find((each) => each.name === source)?.fields ?? [];
  return (
    groups.find(({ fields }) => fields.includes(name)) ??
    groups.find(({ open }) => open && field !== undefined && name.startsWith(open.begins))
  );
}
