import { ComputeBudgetProgram, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { Chain } from '@wallet-service/local-stack/express-client';
import { transactionV1 } from '../chains/solana-v1.js';
import { heavyRules } from './heavy-rules.js';
import { address, members, of, values } from './heavy-values.js';
import { psbtOfOwnInputs, psbtOfWholeInputs } from './worst-requests.js';

/** What only a caller with real credentials gets past. */
export type Genuine = {
  /** The user's token, for everything that needs one. */
  readonly token: string;
  readonly accessKey: string;
  /** The user's wallet, made on the Core interface. */
  readonly walletIds: Readonly<Record<Chain, string>>;
  readonly addresses: Readonly<Record<Chain, string>>;
};
/** For the chain in the header, if there is one. */
export type Heavy = {
  readonly chain: Chain;
  readonly body: (genuine: Genuine, bytes: number) => unknown;
};
export type Shapes = Readonly<Record<string, Heavy>>;

type Right = (genuine: Genuine, chain: Chain) => object;
type More = Readonly<Record<string, (bytes: number, genuine: Genuine) => object>>;

const nothing: Right = () => ({});

/** Each field with each heavy value next to valid ones, valid fields next to heavy members, and special shapes. */
function heavy(right: Right, fields: readonly string[], ...more: readonly [Chain, More][]): Shapes {
  const of = (chain: Chain, make: More[string]): Heavy => ({
    chain,
    body: (genuine, bytes) => ({ ...right(genuine, chain), ...make(bytes, genuine) }),
  });
  const shapes: Record<string, Heavy> = {
    'unknown members': of('ETH', (bytes) => members(Math.min(990, bytes / 10))),
    'too many members': { chain: 'ETH', body: (_, bytes) => members(bytes / 13) },
    'a list': { chain: 'ETH', body: (_, bytes) => values['empty arrays']?.(bytes) },
  };
  for (const field of fields)
    for (const [kind, value] of Object.entries(values))
      shapes[`${field}: ${kind}`] = of('ETH', (bytes) => ({ [field]: value(bytes) }));
  for (const [chain, own] of more)
    for (const [name, make] of Object.entries(own)) shapes[name] = of(chain, make);
  return shapes;
}

/** Documents in the form in which administrators sign them. Nobody signed these. */
const signedDocument = (payload: unknown, signatures: unknown) =>
  Buffer.from(
    JSON.stringify({ payload: Buffer.from(JSON.stringify(payload)).toString('base64url'), signatures }),
  ).toString('base64url');
const signedDocuments: More = {
  'a document of many issuers': (bytes) => ({
    signed_document: signedDocument(
      {
        application_id: 'a',
        version: 2,
        providers: [],
        issuers: of(bytes / 32, (i) => ({ issuer: `i${i}` })),
      },
      [],
    ),
  }),
  'a document with many signatures': (bytes) => ({
    signed_document: signedDocument(
      {},
      of(bytes / 45, (i) => ({ kid: `k${i}`, signature: 'AA' })),
    ),
  }),
};

const typed = (type: string, value: unknown, types: object = {}) => ({
  typed_data: {
    types: { EIP712Domain: [], ...types, M: [{ name: 'a', type }] },
    primaryType: 'M',
    domain: {},
    message: { a: value },
  },
});
const ring = (size: number) =>
  Object.fromEntries(of(size, (i) => [`T${i}`, [{ name: 'n'.repeat(90), type: `T${(i + 1) % size}[]` }]]));

const typedShapes: More = {
  'typed data of strings': (bytes) =>
    typed(
      'string[]',
      of(Math.min(490, bytes / 5), (i) => `${'x'.repeat(bytes / 490)}${i}`),
    ),
  'typed data of integers': (bytes) =>
    typed(
      'uint256[]',
      of(Math.min(1900, bytes / 70), () => `0x${'f'.repeat(64)}`),
    ),
  'typed data of structs': (bytes) =>
    typed(
      'S[]',
      of(Math.min(490, bytes / 8), () => ({ b: 1 })),
      { S: [{ name: 'b', type: 'uint8' }] },
    ),
  'typed data of one text': (bytes) => typed('string', 'x'.repeat(bytes)),
  'typed data of one number': (bytes) => typed('uint256', '9'.repeat(bytes)),
  'typed data of empty arrays': (bytes) =>
    typed(
      'uint8[][]',
      of(Math.min(9000, bytes / 3), () => []),
    ),
  'typed data of types in a ring': (bytes) => typed('T0', [], ring(Math.min(900, bytes / 120))),
  'typed data of version 1': (bytes) => ({
    version: 'v1',
    typed_data: of(Math.min(900, bytes / 45), (i) => ({ type: 'uint8[]', name: `n${i}`, value: [1] })),
  }),
};
const ethShapes: More = {
  'a call with long data': (bytes) => ({ payload: { type: 2, data: `0x${'ab'.repeat(bytes / 2)}` } }),
  'an access list': (bytes) => ({
    payload: {
      ...{ type: 2, chainId: 1, nonce: 1, gasLimit: 1, maxFeePerGas: 1, maxPriorityFeePerGas: 1 },
      accessList: of(bytes / 75, (i) => ({ address: address(i), storageKeys: [] })),
    },
  }),
  'an authorization list': (bytes) => ({
    payload: {
      ...{ type: 4, chainId: 1, nonce: 1, gasLimit: 1, maxFeePerGas: 1, maxPriorityFeePerGas: 1 },
      ...{ to: address(1), value: 0, data: '0x', accessList: [] },
      authorizationList: of(bytes / 300, (i) => ({
        ...{ chainId: 1, nonce: i, address: address(i), yParity: 0 },
        ...{ r: `0x${'1'.repeat(64)}`, s: `0x${'1'.repeat(64)}` },
      })),
    },
  }),
  'serialized in hex': (bytes) => ({ payload: `0x02${'c0'.repeat(bytes / 2)}` }),
};
const recent = new PublicKey(new Uint8Array(32).fill(9)).toBase58();
const programs = [ComputeBudgetProgram.programId, new PublicKey(new Uint8Array(32))];
const instructions = (payer: string, count: number) =>
  of(
    count,
    (i) =>
      new TransactionInstruction({
        programId: programs[i % 2] ?? ComputeBudgetProgram.programId,
        keys: of(i % 2, () => ({ pubkey: new PublicKey(payer), isSigner: true, isWritable: true })),
        data: Buffer.alloc(0),
      }),
  );
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const solShapes: More = {
  'a legacy transaction of empty instructions': (_, { addresses: { SOL: payer } }) => ({
    payload: base64(
      new Transaction({
        ...{ feePayer: new PublicKey(payer), blockhash: recent, lastValidBlockHeight: 0 },
      })
        .add(...instructions(payer, 280))
        .serializeMessage(),
    ),
  }),
  'a transaction of version 1 of empty instructions': (_, { addresses: { SOL: payer } }) => ({
    payload: base64(transactionV1(payer, instructions(payer, 64), recent).whole),
  }),
  'bytes that begin as one of version 1': (bytes) => ({
    payload: base64(Buffer.concat([Buffer.of(0x81), Buffer.alloc(Math.min(70_000, bytes / 2), 1)])),
  }),
  'zeros as a transaction': (bytes) => ({ payload: base64(Buffer.alloc(Math.min(70_000, bytes / 2))) }),
};
const btcShapes: More = {
  'a PSBT of own inputs': (bytes, { addresses: { BTC: own } }) => ({
    payload: psbtOfOwnInputs(own, Math.min(200, bytes / 130)),
  }),
  'a PSBT of inputs with their transactions': (bytes, { addresses: { BTC: own } }) => ({
    payload: psbtOfWholeInputs(own, Math.min(200, bytes / 700), 10),
  }),
  'a PSBT of an input with a transaction of many outputs': (bytes, { addresses: { BTC: own } }) => ({
    payload: psbtOfWholeInputs(own, 1, Math.min(2700, bytes / 48)),
  }),
  'bytes that begin as a PSBT': (bytes) => ({
    payload: base64(Buffer.concat([Buffer.from('70736274ff', 'hex'), Buffer.alloc(bytes / 2, 1)])),
  }),
};
const longMessage: More = {
  'a long message': (bytes) => ({ message_base64: base64(Buffer.alloc(Math.min(65_536, bytes / 2), 'a')) }),
};

const draft = (list: unknown) => ({
  name: 'p',
  chain: 'ETH',
  scope: 'GLOBAL',
  is_active: false,
  rules: list,
});
const ruled = (wrap: (list: unknown) => object): More =>
  Object.fromEntries(
    Object.entries(heavyRules).map(([name, make]) => [
      `rules: ${name}`,
      (bytes: number) => wrap(make(bytes)),
    ]),
  );

const hash = `0x${'ab'.repeat(32)}`;
const data: Right = () => ({ raw_data_hash: hash });
const delegation: Right = () => ({ chain_id: 1, address: address(1), nonce: 0 });
const issuing: Right = () => ({
  ...{ issuer: 'https://a.example', audience: 'a', jwks_uri: 'https://a.invalid/jwks' },
});
const user: Right = ({ token, accessKey, walletIds }, chain) => ({
  ...{ wallet_id: walletIds[chain], op_jwt: token, access_key: accessKey },
});
const owner: Right = ({ token, walletIds }) => ({ wallet_id: walletIds.ETH, auth_jwt: token });
const making: Right = ({ token }) => ({ auth_jwt: token, network: 'NONE' });
const evaluated: Right = (_, chain) => ({ chain });
const sealed: Right = ({ token }) => ({
  ...{ auth_jwt: token, network: 'EVM' },
  encapsulated_key: base64(Buffer.alloc(32, 9)),
  ciphertext: base64(Buffer.alloc(48, 9)),
});
const signing = [
  ['ETH', ethShapes],
  ['SOL', solShapes],
  ['BTC', btcShapes],
] as const satisfies readonly [Chain, More][];
const typedData = ['ETH', typedShapes] as const satisfies [Chain, More];
const message = ['ETH', longMessage] as const satisfies [Chain, More];

/** What can be sent to each route of the gateway that takes a body. Every route must be here. */
export const heavyBodies: Readonly<Record<string, Shapes>> = {
  'POST /v2/wallet': heavy(nothing, ['anything']),
  'POST /v2/wallet/sign/data': heavy(data, ['raw_data_hash', 'payload', 'typed_data'], typedData, [
    'ETH',
    ethShapes,
  ]),
  'POST /v2/wallet/sign/message': heavy(nothing, ['message_base64', 'format'], message),
  'POST /v2/wallet/sign/eip7702': heavy(delegation, ['chain_id', 'address', 'nonce']),
  'POST /v2/wallet/sign/transaction': heavy(nothing, ['payload'], ...signing),
  'POST /v2/wallet/sign/typed_data': heavy(nothing, ['typed_data', 'version'], typedData),
  'POST /v2/wallet/export': heavy(nothing, ['recipient_public_key']),
  'POST /v1/api/wallet_group': heavy(nothing, ['metadata']),
  'POST /v2/api/wallet': heavy(making, ['metadata', 'wallet_group_id', 'auth_jwt', 'network']),
  'POST /v2/api/wallet/rotate_access_key': heavy(user, ['wallet_id', 'access_key', 'op_jwt']),
  'POST /v2/api/wallet/recover_access_key': heavy(owner, ['wallet_id', 'auth_jwt']),
  'POST /v2/api/wallet/import': heavy(sealed, ['ciphertext', 'encapsulated_key', 'metadata', 'auth_jwt']),
  'POST /v2/api/wallet/export': heavy(user, ['recipient_public_key', 'wallet_id']),
  'POST /v2/api/wallet/sign_data': heavy(
    (genuine, chain) => ({ ...user(genuine, chain), ...data(genuine, chain) }),
    ['payload', 'typed_data'],
    typedData,
    ['ETH', ethShapes],
  ),
  'POST /v2/api/wallet/sign_message': heavy(user, ['message_base64', 'access_key'], message),
  'POST /v2/api/wallet/sign_transaction': heavy(user, ['payload', 'wallet_id'], ...signing),
  'POST /v1/policy': heavy(() => draft([]), ['rules', 'description'], ['ETH', ruled(draft)]),
  'PATCH /v1/policy/:id': heavy(nothing, ['rules', 'name'], ['ETH', ruled((list) => ({ rules: list }))]),
  'POST /v1/policy/evaluate': heavy(
    evaluated,
    ['policy', 'payload', 'typed_data', 'message_base64', 'authorization'],
    ...signing,
    typedData,
    message,
    [
      'ETH',
      ruled((list) => ({
        ...{ policy: draft(list), message_base64: base64(Buffer.alloc(2000, 'a')) },
      })),
    ],
  ),
  'POST /v1/policy/evaluate/decisions': heavy(
    nothing,
    ['policy', 'wallet_id', 'limit'],
    ['ETH', ruled((list) => ({ policy: draft(list) }))],
  ),
  'POST /v1/identity/issuer': heavy(nothing, ['issuer', 'jwks_uri']),
  'POST /v1/identity/provider': heavy(issuing, ['issuer', 'audience', 'jwks_uri']),
  'PATCH /v1/identity/provider/:id': heavy(nothing, ['issuer', 'audience', 'jwks_uri']),
  'POST /v1/identity/provider/:id/refresh': heavy(nothing, ['anything']),
  'POST /v1/identity/trust': heavy(nothing, ['signed_document'], ['ETH', signedDocuments]),
  'PATCH /v1/application': heavy(nothing, [
    ...['email_provider_ids', 'embedded_wallet_provider_ids', 'mfa_acr_values', 'plain_chain_ids'],
  ]),
  'POST /v1/webhook': heavy(nothing, ['url', 'description', 'event_types']),
  'PATCH /v1/webhook/:id': heavy(nothing, ['url', 'description', 'event_types']),
  'POST /v1/webhook/:id/rotate_secret': heavy(nothing, ['overlap_seconds']),
  'POST /v1/webhook/:id/test': heavy(nothing, ['anything']),
  'POST /v1/webhook/:id/delivery/:delivery_id/redeliver': heavy(nothing, ['anything']),
  'POST /v1/admin/pregen/wallet': heavy(nothing, ['email']),
  'POST /v1/admin/pregen/wallets': heavy(
    nothing,
    ['emails'],
    ['ETH', { 'addresses that are none': (bytes) => ({ emails: of(bytes / 8, (i) => `u${i}`) }) }],
  ),
  'POST /v1/admin/application': heavy(nothing, ['name']),
  'PATCH /v1/admin/application/:id': heavy(nothing, ['name', 'features']),
  'POST /v1/admin/application/:id/secret_key': heavy(nothing, ['label', 'scopes', 'time_expires']),
  'PATCH /v1/admin/application/:id/secret_key/:key_id': heavy(nothing, ['label']),
  'POST /v1/secret_key': heavy(nothing, ['label', 'scopes', 'time_expires']),
  'PATCH /v1/secret_key/:id': heavy(nothing, ['label']),
  'POST /v1/admin/person': heavy(nothing, ['name', 'role', 'application_id']),
  'POST /v1/admin/person/:id/invitation': heavy(nothing, ['anything']),
  'POST /v1/member': heavy(nothing, ['name', 'role']),
  'PATCH /v1/member/:id': heavy(nothing, ['role']),
  'PATCH /v1/approval_rule': heavy(nothing, ['needed', 'scopes']),
  'POST /v1/change_request': heavy(nothing, ['method', 'path', 'body', 'reason']),
  'POST /v1/change_request/:id/challenge': heavy(nothing, ['anything']),
  'POST /v1/change_request/:id/approve': heavy(nothing, ['passkey']),
  'POST /v1/change_request/:id/decline': heavy(nothing, ['anything']),
  'POST /v1/signature_request/:id/challenge': heavy(nothing, ['anything']),
  'POST /v1/signature_request/:id/approve': heavy(nothing, ['passkey']),
  'POST /v1/signature_request/:id/decline': heavy(nothing, ['anything']),
  'POST /v1/change_request/:id/carry_out': heavy(nothing, ['anything']),
  'POST /v1/session/challenge': heavy(nothing, ['anything']),
  'POST /v1/session': heavy(nothing, ['passkey']),
  'POST /v1/session/step_up/challenge': heavy(nothing, ['anything']),
  'POST /v1/session/step_up': heavy(nothing, ['passkey']),
  'POST /v1/invitation/challenge': heavy(nothing, ['invitation']),
  'POST /v1/invitation/accept': heavy(nothing, ['invitation', 'passkey', 'label']),
  'POST /v1/passkey/challenge': heavy(nothing, ['anything']),
  'POST /v1/passkey': heavy(nothing, ['passkey', 'label']),
};
