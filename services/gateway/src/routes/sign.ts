import { parseEthAddress, type Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import type { RequestOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedUser } from '../http/authenticate-user.js';
import { route, type Route } from '../route.js';
import {
  address20,
  bytesOfBase64,
  bytesOfHex,
  hash32,
  maxMessageBytes,
  nullableText,
  safeInteger,
} from './field.js';
import { userOf } from './user.js';

type Operation = NonNullable<RequestOf<WalletDefinition['Sign']>['operation']>;

const common = {
  method: 'POST',
  authentication: 'user',
  rateClass: 'wallet',
  errors: 'problem',
  status: 200,
} as const;

const signatureParts = { signature: Type.String(), r: nullableText, s: nullableText, v: nullableText };

/** `POST /v2/wallet/sign/…`: signatures with the user's wallet of the chain. */
export function signRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  async function sign(
    caller: AuthenticatedUser,
    operation: Operation,
    context: RequestContext,
  ): Promise<unknown> {
    const request = { user: userOf(caller), chain: caller.chain, operation };
    const { resultJson } = await wallet('Sign', request, context);
    return JSON.parse(resultJson);
  }

  return [
    route({
      ...common,
      path: '/v2/wallet/sign/data',
      body: Type.Object({ raw_data_hash: hash32 }, { additionalProperties: false }),
      answer: Type.Object({ message_hash: Type.String(), ...signatureParts }),
      handle({ caller, body, context }) {
        assertEthereum(caller.chain, 'a bare Keccak-256 hash');
        return sign(caller, { rawHash: { hash: bytesOfHex(body.raw_data_hash) } }, context);
      },
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/message',
      body: Type.Object(
        {
          message_base64: Type.String(),
          format: Type.Optional(Type.Enum(['bip137', 'bip322'], { type: 'string' })),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({ ...signatureParts, signature_base64: Type.Optional(Type.String()) }),
      handle({ caller, body, context }) {
        const format = messageFormat(caller.chain, body.format);
        const message = bytesOfBase64(body.message_base64, '/message_base64', maxMessageBytes);
        return sign(caller, { message: { message, format } }, context);
      },
    }),
    route({
      ...common,
      path: '/v2/wallet/sign/eip7702',
      body: Type.Object(
        { chain_id: safeInteger, address: address20, nonce: safeInteger },
        { additionalProperties: false },
      ),
      answer: Type.Object({ r: Type.String(), s: Type.String(), y_parity: Type.Integer() }),
      handle({ caller, body, context }) {
        assertEthereum(caller.chain, 'an EIP-7702 authorization');
        const address = Buffer.from(parseEthAddress(body.address, '/address'));
        const authorization = { chainId: String(body.chain_id), address, nonce: String(body.nonce) };
        return sign(caller, { eip7702Authorization: authorization }, context);
      },
    }),
  ];
}

function assertEthereum(chain: Chain, what: string): void {
  if (chain === 'ETH') return;
  throw new AppError('chain.operation-unsupported', `${what} makes sense for ETH alone, not for ${chain}`, {
    fields: [{ path: 'header X-Service-Chain', message: 'must be ETH for this operation' }],
  });
}

/** The form in which each chain signs messages; only BTC has a choice. */
function messageFormat(chain: Chain, asked: 'bip137' | 'bip322' | undefined): string {
  if (chain === 'BTC') return asked ?? 'bip137';
  if (asked !== undefined) throw invalidField('/format', 'is for BTC alone');
  return chain === 'ETH' ? 'eip191' : 'raw';
}
