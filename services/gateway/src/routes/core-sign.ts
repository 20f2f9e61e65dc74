import { isChain, type Chain } from '@wallet-service/addresses';
import { operationToWire } from '@wallet-service/chains';
import { AppError, type ErrorCode } from '@wallet-service/errors';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { CoreUsers } from '../http/core-user.js';
import { prefers } from '../http/preference.js';
import { RecentlyUsed } from '@wallet-service/values';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Call, type Route } from '../route.js';
import { accessKeyBytes } from './access-key.js';
import { exampleOperation, tokenRefusals, walletCredentials } from './core-field.js';
import type { Target } from './operation.js';
import { receiptHeaders, signedAnswer } from './receipt.js';
import {
  dataFields,
  dataRequest,
  hashSignature,
  messageFields,
  messageRequest,
  messageSignature,
  signedTransaction,
  transactionFields,
  transactionRequest,
  type SignRequest,
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
  rateClass: 'wallet',
  errors: 'core',
  status: 200,
  headers: ({ data }: { readonly data: ReturnType<typeof signedAnswer> }) => receiptHeaders(data),
} as const;
const closed = { additionalProperties: false } as const;
const maxKnownWallets = 50_000;

const tag = 'Core wallets';
const refusals: readonly ErrorCode[] = [...signingRefusals, ...tokenRefusals, 'wallet.access-key-invalid'];
const documented = {
  coreSignData: {
    operationId: 'coreSignData',
    tag,
    headers: ['Prefer'],
    summary: 'Sign a Keccak-256 hash with a wallet',
    description:
      'With `payload` or `typed_data` that is signed, and the hash must be its hash: so policies see what is signed. EVM only. `op_jwt` lives at most 5 minutes.',
    refusals: [...refusals, 'policy.raw-hash-refused'],
    body: { ...exampleOperation, raw_data_hash: exampleHash },
    answer: { data: { message_hash: exampleHash, ...exampleSignature } },
  },
  coreSignMessage: {
    operationId: 'coreSignMessage',
    tag,
    headers: ['Prefer'],
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
    headers: ['Prefer'],
    summary: 'Sign a transaction with a wallet',
    description:
      'EVM: an object with the names of JSON-RPC, or the unsigned transaction in hex. Solana: transaction or message, Bitcoin: PSBT, both in base64.',
    refusals,
    body: { ...exampleOperation, payload: exampleTransaction },
    answer: { data: { signed_transaction: '0x02f86f…', transaction_hash: exampleHash } },
  },
} as const satisfies Record<string, Documentation>;

type Credentials = { readonly op_jwt: string; readonly access_key?: string; readonly wallet_id: string };

type ApplicationCall = Pick<
  Call<AuthenticatedApplication, Credentials, unknown, unknown>,
  'caller' | 'body' | 'headers' | 'context'
>;

/** `POST /v2/api/wallet/sign_…`: takes the owner's token and the wallet's access key. */
export function coreSignRoutes({ wallet }: Pick<Services, 'wallet'>, coreUsers: CoreUsers): readonly Route[] {
  // A wallet never changes its chain, so it is asked for once.
  const chainOf = new RecentlyUsed<string, Chain>('gateway.wallet-chains', maxKnownWallets);

  async function targetOf(applicationId: string, walletId: string, context: RequestContext): Promise<Target> {
    const key = `${applicationId}\n${walletId}`;
    const known = chainOf.get(key);
    if (known) return { chain: known, field: '/wallet_id' };
    const found = await wallet('GetWallet', { applicationId, walletId }, context);
    const { chain } = found;
    if (!isChain(chain)) throw new AppError('internal', 'the wallet has no known chain');
    chainOf.set(key, chain);
    return { chain, field: '/wallet_id' };
  }

  async function sign(
    { caller, body, context, headers }: ApplicationCall,
    requestFor: (target: Target) => SignRequest,
  ) {
    const { op_jwt, access_key, wallet_id: walletId } = body;
    const user = userOf(await coreUsers(caller, op_jwt, 'op', context));
    const target = await targetOf(caller.applicationId, walletId, context);
    const asked = requestFor(target);
    const operation = operationToWire(asked.operation);
    const receipt = prefers(headers, 'receipt');
    const request = { user, walletId, accessKey: accessKeyBytes(access_key), ...asked, operation, receipt };
    return { data: signedAnswer(await wallet('Sign', request, context)) };
  }

  return [
    route({
      ...common,
      path: '/v2/api/wallet/sign_data',
      body: Type.Object({ ...walletCredentials, ...dataFields }, closed),
      answer: Type.Object({ data: hashSignature }),
      documentation: documented.coreSignData,
      handle: (call) => sign(call, (target) => dataRequest(target, call.body)),
    }),
    route({
      ...common,
      path: '/v2/api/wallet/sign_message',
      body: Type.Object({ ...walletCredentials, ...messageFields }, closed),
      answer: Type.Object({ data: messageSignature }),
      documentation: documented.coreSignMessage,
      handle: (call) => sign(call, (target) => messageRequest(target, call.body)),
    }),
    route({
      ...common,
      path: '/v2/api/wallet/sign_transaction',
      body: Type.Object({ ...walletCredentials, ...transactionFields }, closed),
      answer: Type.Object({ data: signedTransaction }),
      documentation: documented.coreSignTransaction,
      handle: (call) => sign(call, (target) => transactionRequest(target, call.body)),
    }),
  ];
}
