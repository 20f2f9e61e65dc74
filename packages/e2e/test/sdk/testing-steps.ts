import * as fc from 'fast-check';
import { hashMessage, serializeTransaction, toHex, type Hex, type TransactionSerializable } from 'viem';

// Requests that mean the same to the service and to the test server of the SDK. What differs between them, such as keys
// and ids, stands in them as a name.

export type Chain = 'ETH' | 'SOL' | 'BTC';
export const chains: readonly Chain[] = ['ETH', 'SOL', 'BTC'];

/** What stands for things of one side. `nth`: of those made so far, if there is one. */
export type Ref =
  | { readonly ref: 'wallet' | 'access-key' | 'group' | 'policy' | 'etag'; readonly nth: number }
  | { readonly ref: 'token'; readonly subject: string; readonly seconds: number }
  | { readonly ref: 'psbt' | 'solana-transaction'; readonly subject: string; readonly version: number };

export type Step = {
  readonly operation: string;
  readonly path?: Ref | string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The body as it is sent. */
  readonly text?: string;
  readonly user?: { readonly subject: string; readonly chain: Chain };
};

const subject = fc.constantFrom('ada', 'bob');
const chain = fc.constantFrom(...chains);
const user = fc.record({ subject, chain });
const nth = fc.nat(7);
const bytes = fc.uint8Array({ maxLength: 40 });
const base64 = fc.oneof(bytes, fc.string()).map((each) => Buffer.from(each as string).toString('base64'));
const message = fc.oneof(
  { weight: 6, arbitrary: fc.record({ message_base64: base64 }) },
  fc.record({ message_base64: base64, format: fc.constantFrom('bip137', 'bip322', 'other') }),
  fc.constantFrom({}, { message_base64: 7 }, { message_base64: '%%' }, { message_base64: 'aGk=', more: 1 }),
);
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((each) => toHex(each));
const hash = base64.map((each) => hashMessage(each));

const amounts = { value: fc.bigInt(0n, 2n ** 90n), gas: fc.bigInt(21_000n, 2n ** 30n), nonce: fc.nat() };
const calldata = bytes.map((each) => toHex(each));
const fees = { maxFeePerGas: fc.constant(9n), maxPriorityFeePerGas: fc.nat(9).map(BigInt) };
const chainId = fc.integer({ min: 1, max: 2 ** 32 });
const target = { to: address, data: calldata, chainId, ...amounts };
const unsigned = fc
  .oneof(
    fc.record({ ...target, ...fees, type: fc.constant('eip1559') }),
    fc.record({ ...target, gasPrice: amounts.gas, type: fc.constantFrom('legacy', 'eip2930') }),
  )
  .map((each): Hex => serializeTransaction(each as unknown as TransactionSerializable));
const ofWallet = (ref: 'psbt' | 'solana-transaction') =>
  fc.record({ ref: fc.constant(ref), subject, version: fc.constantFrom(0, 1, 2) });
const payload = fc.oneof(
  { weight: 3, arbitrary: unsigned },
  ofWallet('solana-transaction'),
  ofWallet('psbt'),
  fc.constantFrom('', '0x', '0x1234', 'AAAA', '%', 7, null),
);
const typedData = fc.record({
  types: fc.constantFrom(
    { Mail: [{ name: 'contents', type: 'string' }] },
    { Mail: [{ name: 'contents', type: 'string' }], EIP712Domain: [{ name: 'name', type: 'string' }] },
    {},
  ),
  primaryType: fc.constant('Mail'),
  domain: fc.constant({ name: 'a test' }),
  message: fc.record({ contents: fc.string() }),
});
const authorization = fc.record({ chain_id: chainId, address, nonce: fc.integer({ min: -1, max: 99 }) });

const sign = (operation: string, body: fc.Arbitrary<unknown>, headers: fc.Arbitrary<Step['headers']>) =>
  fc.record({ operation: fc.constant(operation), body, headers, user }) as fc.Arbitrary<Step>;
/** Often the same key for another request. */
const retry = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ 'idempotency-key': fc.constantFrom('k1', '"k 2"', '"', 'k1, k2', '') }),
);
const express: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ operation: fc.constant('getOrCreateWallet'), user }) as fc.Arbitrary<Step>,
  sign('signMessage', message, retry),
  sign('signTransaction', fc.record({ payload }), retry),
  sign('signTypedData', fc.record({ typed_data: typedData }), retry),
  sign('signEip7702', authorization, retry),
  sign('signData', fc.record({ raw_data_hash: fc.oneof(hash, fc.constant('0x12')) }), retry),
);

const wrong: readonly (readonly [string, unknown])[] = [
  ['x-service-api-key', undefined],
  ['x-service-api-key', 'pk_other'],
  ['x-service-api-key', 'sk_other'],
  ['x-oidc-provider-id', undefined],
  ['x-oidc-provider-id', 'other'],
  ['authorization', undefined],
  ['authorization', 'Bearer x.y.z'],
  ['authorization', 'Basic x'],
  ['x-service-chain', 'DOGE'],
  ['x-service-chain', undefined],
  ['content-type', 'text/plain'],
];
/** Of several faults the same one is told. */
const broken: fc.Arbitrary<Step> = fc
  .tuple(sign('signMessage', message, retry), fc.subarray([...wrong], { minLength: 1, maxLength: 3 }))
  .map(([step, headers]) => ({ ...step, headers: { ...step.headers, ...Object.fromEntries(headers) } }));
const malformed: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom('signMessage', 'createWallet', 'createPolicy'),
  user,
  text: fc.constantFrom('{', '[]', '"x"', 'null', ''),
});

const token = fc.record({
  ref: fc.constant('token' as const),
  subject,
  seconds: fc.constantFrom(120, 240, 240, 900),
});
const anyToken = fc.oneof({ weight: 5, arbitrary: token }, fc.constant('x.y.z'));
const of = (ref: 'wallet' | 'access-key' | 'group' | 'policy' | 'etag') =>
  fc.record({ ref: fc.constant(ref), nth });
const orOther = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary }, fc.constant('other'));
const core = (operation: string, body: fc.Arbitrary<unknown>): fc.Arbitrary<Step> =>
  fc.record({ operation: fc.constant(operation), body, headers: retry }) as fc.Arbitrary<Step>;
const credentials = {
  op_jwt: anyToken,
  access_key: orOther(of('access-key')),
  wallet_id: orOther(of('wallet')),
};
const network = fc.constantFrom('EVM', 'eip155:10', 'SOL_DEVNET', 'BTC_TESTNET', 'BTC_REGTEST', 'a b');
const resource = fc.constantFrom({}, { metadata: { resource_id: 'one' } }, { metadata: { other: 1 } });
const lists = fc.record({
  operation: fc.constantFrom(
    'listWallets',
    'listAllWallets',
    'listUsers',
    'listWalletGroups',
    'listPolicies',
  ),
  query: fc.constantFrom(
    {},
    {},
    { limit: '1' },
    { limit: '0' },
    { surprise: 1 },
    { subject: 'ada' },
    { chain: 'X' },
  ),
});
const coreSteps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      core('createWallet', fc.record({ auth_jwt: anyToken, network })),
      resource,
      fc.option(orOther(of('group')), { nil: undefined }),
    )
    .map(([step, more, group]) => ({
      ...step,
      body: { ...(step.body as object), ...more, ...(group !== undefined && { wallet_group_id: group }) },
    })),
  core('coreSignMessage', fc.record({ ...credentials, message_base64: base64 })),
  core('coreSignMessage', fc.record({ ...credentials, message_base64: base64 })),
  core('coreSignTransaction', fc.record({ ...credentials, payload: unsigned })),
  core('coreSignData', fc.record({ ...credentials, raw_data_hash: hash })),
  core('rotateAccessKey', fc.record(credentials)),
  core('createWalletGroup', resource),
  fc.record({ operation: fc.constant('getWallet'), path: orOther(of('wallet')) }) as fc.Arbitrary<Step>,
  fc.record({ operation: fc.constant('getWalletGroup'), path: orOther(of('group')) }) as fc.Arbitrary<Step>,
  lists,
);

const condition = { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' };
const rule = { name: 'a rule', method: 'eth_signTransaction', action: 'DENY', conditions: [condition] };
/** Never active, since only the service evaluates policies. */
const draft = { name: 'a policy', chain: 'ETH', scope: 'GLOBAL', rules: [rule], is_active: false };
const drafts = fc.constantFrom<unknown>(
  draft,
  { ...draft, description: 'for people' },
  { ...draft, name: '' },
  { ...draft, rules: [] },
  { ...draft, rules: [{ ...rule, conditions: [] }] },
  { ...draft, rules: [{ ...rule, action: 'STOP' }] },
  { ...draft, chain: undefined },
);
const changes = fc.constantFrom(
  {},
  { name: 'renamed' },
  { chain: 'SOL' },
  { chain: 'ETH' },
  { color: 'red' },
);
const revision = fc.constantFrom({}, { 'if-match': '"1"' }, { 'if-match': '"9"' }, { 'if-match': 'x' });
const policies: fc.Arbitrary<Step> = fc.oneof(
  core('createPolicy', drafts).map(({ operation, body }) => ({ operation, body })),
  fc.record({
    operation: fc.constantFrom('getPolicy', 'deletePolicy'),
    path: orOther(of('policy')) as fc.Arbitrary<Ref>,
    headers: revision,
  }),
  fc.record({
    operation: fc.constant('updatePolicy'),
    path: orOther(of('policy')) as fc.Arbitrary<Ref>,
    headers: revision,
    body: changes,
  }),
);

/** First a wallet of each chain for both users, since most steps need one. */
export const begin: readonly Step[] = ['ada', 'bob'].flatMap((each) =>
  chains.map((on) => ({ operation: 'getOrCreateWallet', user: { subject: each, chain: on } })),
);
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: express },
  broken,
  malformed,
  { weight: 4, arbitrary: coreSteps },
  { weight: 2, arbitrary: policies },
);
