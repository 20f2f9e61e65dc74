import { requestedToWire, type RequestedOperation } from '@wallet-service/chains';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { idempotentUserRequest } from '../http/idempotent-request.js';
import { prefers } from '../http/preference.js';
import { route, type Call, type Route } from '../route.js';
import { address20, safeInteger, typedDataVersion } from './field.js';
import { requestedAuthorization, requestedHash, requestedMessage, requestedTypedData } from './operation.js';
import {
  authorizationAnswer,
  receiptHeaders,
  signatureAnswer,
  signedHashAnswer,
  transactionAnswer,
} from './receipt.js';
import {
  authorizationSignature,
  dataBody,
  hashSignature,
  messageBody,
  messageSignature,
  signedTransaction,
  transactionBody,
  typedData,
} from './sign-request.js';
import {
  exampleAddress,
  exampleAuthorization,
  exampleHash,
  exampleSignature,
  exampleTransaction,
  exampleTypedData,
  signingRefusals,
} from './signing-documentation.js';
import { userOf } from './user.js';

const common = {
  method: 'POST',
  authentication: 'user',
  rateClass: 'wallet',
  errors: 'problem',
  status: 200,
  headers: receiptHeaders,
} as const;

const closed = { additionalProperties: false } as const;

const documented = {
  signData: {
    operationId: 'signData',
    tag: 'Express wallets',
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a Keccak-256 hash',
    description:
      'If `payload` or `typed_data` is given, the hash must be its hash, so that policies see what is ' +
      'signed. ETH only.',
    refusals: [...signingRefusals, 'policy.raw-hash-refused'],
    body: { raw_data_hash: exampleHash },
    answer: { message_hash: exampleHash, ...exampleSignature },
  },
  signMessage: {
    operationId: 'signMessage',
    tag: 'Express wallets',
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a message',
    description:
      'ETH: EIP-191 (personal_sign). SOL: the bytes themselves. BTC: BIP-137, or BIP-322 with `format`.',
    refusals: signingRefusals,
    body: { message_base64: 'aGVsbG8=' },
    answer: exampleSignature,
  },
  signEip7702: {
    operationId: 'signEip7702',
    tag: 'Express wallets',
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign an EIP-7702 authorization',
    description:
      'Delegates the account to a contract. `chain_id` 0 is valid on every chain, and refused unless the ' +
      'application allows it. `r` and `s` are in decimal, `r_hex` and `s_hex` are the same in hex.',
    refusals: signingRefusals,
    body: { chain_id: 1, address: exampleAddress, nonce: 0 },
    answer: exampleAuthorization,
  },
  signTransaction: {
    operationId: 'signTransaction',
    tag: 'Express wallets',
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign a transaction',
    description:
      'ETH: an object with the names of JSON-RPC, or the unsigned transaction in hex. SOL: a transaction or ' +
      'message in base64. The answer then has the wallet’s own `signature`. BTC: a PSBT in base64.',
    refusals: signingRefusals,
    body: { payload: exampleTransaction },
    answer: { signed_transaction: '0x02f86f…', transaction_hash: exampleHash },
  },
  signTypedData: {
    operationId: 'signTypedData',
    tag: 'Express wallets',
    headers: ['Prefer', 'Idempotency-Key'],
    summary: 'Sign typed data (EIP-712)',
    description:
      '`message_hash` is what was signed: keccak256(0x19 0x01 ‖ domain separator ‖ hash of the message) for ' +
      'v3 and v4. ETH only.',
    refusals: signingRefusals,
    body: { typed_data: exampleTypedData },
    answer: { message_hash: exampleHash, ...exampleSignature },
  },
} as const satisfies Record<string, Documentation>;

type UserCall = Pick<Call<'user', object>, 'caller' | 'body' | 'headers' | 'context'>;

/** `POST /v2/wallet/sign/…`: signatures with the user's wallet of the chain. */
export function signRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  async function sign({ caller, body, context, headers }: UserCall, requested: RequestedOperation) {
    const receipt = prefers(headers, 'receipt');
    const operation = requestedToWire(requested);
    const { chain } = caller;
    const user = userOf(caller);
    const owner = { issuer: user.issuer, subject: user.subject };
    const asked = { sign: requested.kind, owner, chain, receipt, body };
    const request = { user, chain, operation, receipt, ...idempotentUserRequest(headers, asked) };
    return wallet('Sign', request, context);
  }

  return [
    route({
      ...common,
      path: '/v2/wallet/sign/data',
      body: dataBody,
      answer: hashSignature,
      documentation: documented.signData,
      handle: async (call) => signedHashAnswer(await sign(call, requestedHash(call.body))),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/message',
      body: messageBody,
      answer: messageSignature,
      documentation: documented.signMessage,
      handle: async (call) =>
        signatureAnswer(await sign(call, requestedMessage(call.body.message_base64, call.body.format))),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/eip7702',
      body: Type.Object({ chain_id: safeInteger, address: address20, nonce: safeInteger }, closed),
      answer: authorizationSignature,
      documentation: documented.signEip7702,
      handle: async (call) => authorizationAnswer(await sign(call, requestedAuthorization(call.body))),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/transaction',
      body: transactionBody,
      answer: signedTransaction,
      documentation: documented.signTransaction,
      handle: async (call) =>
        transactionAnswer(await sign(call, { kind: 'transaction', payload: call.body.payload })),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/typed_data',
      body: Type.Object({ typed_data: typedData, version: Type.Optional(typedDataVersion) }, closed),
      answer: hashSignature,
      documentation: documented.signTypedData,
      handle: async (call) =>
        signedHashAnswer(await sign(call, requestedTypedData(call.body.typed_data, call.body.version))),
    }),
  ];
}
