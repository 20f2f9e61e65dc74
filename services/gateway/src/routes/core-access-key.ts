import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { CoreUsers } from '../http/core-user.js';
import { idempotentRequest } from '../http/idempotent-request.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { accessKeyBytes } from './access-key.js';
import {
  accessKey,
  exampleNewWallet,
  exampleOperation,
  exampleToken,
  newWalletAnswer,
  shownNewWallet,
  token,
} from './core-field.js';
import { id } from './field.js';
import { userOf } from './user.js';

const common = {
  method: 'POST',
  authentication: 'secret-key',
  rateClass: 'wallet',
  errors: 'core',
  status: 200,
  answer: newWalletAnswer,
} as const;
const closed = { additionalProperties: false } as const;
const refusals = [
  'auth.token-invalid',
  'auth.token-expired',
  'provider.not-trusted-yet',
  'wallet.not-found',
  'wallet.owner-mismatch',
  'wallet.record-rolled-back',
  'wallet.changed-meanwhile',
  'signer.refused',
] as const;

const documented = {
  rotateAccessKey: {
    operationId: 'rotateAccessKey',
    tag: 'Core wallets',
    summary: 'Replace the access key of a wallet',
    description:
      'The old one is dead from the answer on. A wallet without recovery needs an `Idempotency-Key`, since there a lost answer would be a lost wallet.',
    headers: ['Idempotency-Key'],
    refusals: [...refusals, 'wallet.access-key-invalid'],
    body: exampleOperation,
    answer: exampleNewWallet,
  },
  recoverAccessKey: {
    operationId: 'recoverAccessKey',
    tag: 'Core wallets',
    summary: 'Issue a new access key to the owner of a wallet',
    description:
      'By a token that was issued in the last 5 minutes; the lost key is dead from the answer on. Only for wallets that were made while the application allowed recovery.',
    headers: ['Idempotency-Key'],
    refusals: [...refusals, 'wallet.not-recoverable'],
    body: { auth_jwt: exampleToken, wallet_id: exampleOperation.wallet_id },
    answer: exampleNewWallet,
  },
} as const satisfies Record<string, Documentation>;

/** New access keys, for who has the old one and for who has lost it. */
export function coreAccessKeyRoutes(
  { wallet }: Pick<Services, 'wallet'>,
  coreUsers: CoreUsers,
): readonly Route[] {
  return [
    route({
      ...common,
      path: '/v2/api/wallet/rotate_access_key',
      body: Type.Object({ op_jwt: token, access_key: accessKey, wallet_id: id }, closed),
      documentation: documented.rotateAccessKey,
      async handle({ caller, body, headers, context }) {
        const { op_jwt: jwt, ...asked } = body;
        const user = userOf(await coreUsers(caller, jwt, 'op', context));
        const owner = { issuer: user.issuer, subject: user.subject };
        const path = '/v2/api/wallet/rotate_access_key';
        const request = {
          user,
          walletId: asked.wallet_id,
          accessKey: accessKeyBytes(asked.access_key),
          ...idempotentRequest(headers, { path, owner, asked }),
        };
        return shownNewWallet(await wallet('RotateAccessKey', request, context));
      },
    }),
    route({
      ...common,
      path: '/v2/api/wallet/recover_access_key',
      body: Type.Object({ auth_jwt: token, wallet_id: id }, closed),
      documentation: documented.recoverAccessKey,
      async handle({ caller, body, headers, context }) {
        const { auth_jwt: jwt, ...asked } = body;
        const user = userOf(await coreUsers(caller, jwt, 'auth', context));
        const owner = { issuer: user.issuer, subject: user.subject };
        const path = '/v2/api/wallet/recover_access_key';
        const request = {
          user,
          walletId: asked.wallet_id,
          ...idempotentRequest(headers, { path, owner, asked }),
        };
        return shownNewWallet(await wallet('RecoverAccessKey', request, context));
      },
    }),
  ];
}
