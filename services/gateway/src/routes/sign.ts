import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedUser } from '../http/authenticate-user.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { address20, safeInteger, typedDataVersion } from './field.js';
import { authorizationOperation, typedDataOperation, type Target } from './operation.js';
import {
  dataBody,
  dataRequest,
  hashSignature,
  messageBody,
  messageRequest,
  messageSignature,
  signedTransaction,
  transactionBody,
  transactionRequest,
  type SignRequest,
} from './sign-request.js';
import {
  exampleAddress,
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
} as const;

const closed = { additionalProperties: false } as const;

const documented = {
  signData: {
    operationId: 'signData',
    tag: 'Express wallets',
    summary: 'Sign a Keccak-256 hash',
    description:
      'With `payload` or `typed_data` that is signed, and the hash must be its hash: so policies see what is signed. ETH only.',
    refusals: [...signingRefusals, 'policy.raw-hash-refused'],
    body: { raw_data_hash: exampleHash },
    answer: { message_hash: exampleHash, ...exampleSignature },
  },
  signMessage: {
    operationId: 'signMessage',
    tag: 'Express wallets',
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
    summary: 'Sign an EIP-7702 authorization',
    description:
      'Delegates the account to a contract. `chain_id` 0, which is good on every chain, is refused unless the application allows it.',
    refusals: signingRefusals,
    body: { chain_id: 1, address: exampleAddress, nonce: 0 },
    answer: { r: '79237104562158301234', s: '5021334876623847012', y_parity: 0 },
  },
  signTransaction: {
    operationId: 'signTransaction',
    tag: 'Express wallets',
    summary: 'Sign a transaction',
    description:
      'ETH: an object with the names of JSON-RPC, or the unsigned transaction in hex. SOL: transaction or message, BTC: PSBT, both in base64.',
    refusals: signingRefusals,
    body: { payload: exampleTransaction },
    answer: { signed_transaction: '0x02f86f…', transaction_hash: exampleHash },
  },
  signTypedData: {
    operationId: 'signTypedData',
    tag: 'Express wallets',
    summary: 'Sign typed data (EIP-712)',
    refusals: signingRefusals,
    body: { typed_data: exampleTypedData },
    answer: { message_hash: exampleHash, ...exampleSignature },
  },
} as const satisfies Record<string, Documentation>;

/** `POST /v2/wallet/sign/…`: signatures with the user's wallet of the chain. */
export function signRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  async function sign(
    caller: AuthenticatedUser,
    request: SignRequest,
    context: RequestContext,
  ): Promise<unknown> {
    const { resultJson } = await wallet(
      'Sign',
      { user: userOf(caller), chain: caller.chain, ...request },
      context,
    );
    return JSON.parse(resultJson);
  }

  return [
    route({
      ...common,
      path: '/v2/wallet/sign/data',
      body: dataBody,
      answer: hashSignature,
      documentation: documented.signData,
      handle: ({ caller, body, context }) => sign(caller, dataRequest(targetOf(caller), body), context),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/message',
      body: messageBody,
      answer: messageSignature,
      documentation: documented.signMessage,
      handle: ({ caller, body, context }) => sign(caller, messageRequest(targetOf(caller), body), context),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/eip7702',
      body: Type.Object({ chain_id: safeInteger, address: address20, nonce: safeInteger }, closed),
      answer: Type.Object({ r: Type.String(), s: Type.String(), y_parity: Type.Integer() }),
      documentation: documented.signEip7702,
      handle: ({ caller, body, context }) =>
        sign(caller, { operation: authorizationOperation(targetOf(caller), body) }, context),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/transaction',
      body: transactionBody,
      answer: signedTransaction,
      documentation: documented.signTransaction,
      handle: ({ caller, body, context }) =>
        sign(caller, transactionRequest(targetOf(caller), body), context),
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/typed_data',
      body: Type.Object({ typed_data: Type.Unknown(), version: Type.Optional(typedDataVersion) }, closed),
      answer: hashSignature,
      documentation: documented.signTypedData,
      handle({ caller, body, context }) {
        const operation = typedDataOperation(targetOf(caller), body.typed_data, body.version);
        return sign(caller, { operation }, context);
      },
    }),
  ];
}

function targetOf({ chain }: AuthenticatedUser): Target {
  return { chain, field: 'header X-Service-Chain' };
}
