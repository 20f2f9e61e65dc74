import { requestedToWire, type RequestedOperation } from '@wallet-service/chains';
import type { ErrorCode } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { CoreUsers } from '../http/core-user.js';
import { idempotentRequest } from '../http/idempotent-request.js';
import { prefers } from '../http/preference.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Call, type Route } from '../route.js';
import { accessKeyBytes } from './access-key.js';
import { exampleOperation, tokenRefusals, walletCredentials } from './core-field.js';
import { requestedHash, requestedMessage } from './operation.js';
import { receiptHeaders, signatureAnswer, signedHashAnswer, transactionAnswer } from './receipt.js';
import {
  dataFields,
  hashSignature,
  messageFields,
  messageSignature,
  signedTransaction,
  transactionFields,
} from './sign-request.js';
import {
  exampleHash,
  exampleSignature,
  exampleTransaction,
  signingRefusals,
} from './signing-documentation.js';
import { userOf } from './user.js';

const common = {
  method: 'POST',
  authentication: 'secret-key',
  scope: 'sign',
  rateClass: 'wallet',
  errors: 'core',
  status: 200,
  headers: ({ data }: { readonly data: { readonly receipt?: object } }) => receiptHeaders(data),
} as const;
const closed = { additionalProperties: false } as const;

const tag = 'Core wallets';
const refusals: readonly ErrorCode[] = [
  ...signingRefusals,
  ...tokenRefusals,
  'wallet.access-key-invalid',
  'policy.chain-id-refused',
];
const documented = {
  coreSignData: {
    operationId: 'coreSignData',
    tag,
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a Keccak-256 hash with a wallet',
    description:
      'If `payload` or `typed_data` is given, the hash must be its hash, so that policies see what is ' +
      'signed. EVM only. `op_jwt` may be valid for at most 5 minutes.',
    refusals: [...refusals, 'policy.raw-hash-refused'],
    body: { ...exampleOperation, raw_data_hash: exampleHash },
    answer: { data: { message_hash: exampleHash, ...exampleSignature } },
  },
  coreSignMessage: {
    operationId: 'coreSignMessage',
    tag,
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a message with a wallet',
    description:
      'EVM: EIP-191 (personal_sign). Solana: the bytes themselves. Bitcoin: BIP-137, or BIP-322 with `format`.',
    refusals,
    body: { ...exampleOperation, message_base64: 'aGVsbG8=' },
    answer: { data: exampleSignature },
  },
  coreSignTransaction: {
    operationId: 'coreSignTransaction',
    tag,
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a transaction with a wallet',
    description:
      'EVM: an object with the names of JSON-RPC, or the unsigned transaction in hex. Solana: a transaction ' +
      'or message in base64. The answer then has the wallet’s own `signature`. Bitcoin: a PSBT in base64.',
    refusals,
    body: { ...exampleOperation, payload: exampleTransaction },
    answer: { data: { signed_transaction: '0x02f86f…', transaction_hash: exampleHash } },
  },
} as const satisfies Record<string, Documentation>;

const credentials = Type.Object(walletCredentials);
type ApplicationCall = Pick<
  Call<'secret-key', { readonly body: typeof credentials }>,
  'caller' | 'body' | 'headers' | 'context'
>;

/** `POST /v2/api/wallet/sign_…`: takes the owner's token and the wallet's access key. */
export function coreSignRoutes({ wallet }: Pick<Services, 'wallet'>, coreUsers: CoreUsers): readonly Route[] {
  async function sign(
    { caller, body, context, headers }: ApplicationCall,
    requestedBy: () => RequestedOperation,
  ) {
    const { op_jwt, ...asked } = body;
    const { access_key, wallet_id: walletId } = asked;
    const user = userOf(await coreUsers(caller, op_jwt, 'op', context));
    const requested = requestedBy();
    const operation = requestedToWire(requested);
    const receipt = prefers(headers, 'receipt');
    const owner = { issuer: user.issuer, subject: user.subject };
    const request = {
      user,
      walletId,
      accessKey: accessKeyBytes(access_key),
      operation,
      receipt,
      ...idempotentRequest(headers, { sign: requested.kind, owner, receipt, asked }),
    };
    return wallet('Sign', request, context);
  }

  return [
    route({
      ...common,
      path: '/v2/api/wallet/sign_data',
      body: Type.Object({ ...walletCredentials, ...dataFields }, closed),
      answer: Type.Object({ data: hashSignature }),
      documentation: documented.coreSignData,
      handle: async (call) => ({ data: signedHashAnswer(await sign(call, () => requestedHash(call.body))) }),
    }),
    route({
      ...common,
      path: '/v2/api/wallet/sign_message',
      body: Type.Object({ ...walletCredentials, ...messageFields }, closed),
      answer: Type.Object({ data: messageSignature }),
      documentation: documented.coreSignMessage,
      handle: async (call) => ({
        data: signatureAnswer(
          await sign(call, () => requestedMessage(call.body.message_base64, call.body.format)),
        ),
      }),
    }),
    route({
      ...common,
      path: '/v2/api/wallet/sign_transaction',
      body: Type.Object({ ...walletCredentials, ...transactionFields }, closed),
      answer: Type.Object({ data: signedTransaction }),
      documentation: documented.coreSignTransaction,
      handle: async (call) => ({
        data: transactionAnswer(
          await sign(call, () => ({ kind: 'transaction', payload: call.body.payload })),
        ),
      }),
    }),
  ];
}
