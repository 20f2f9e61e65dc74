import { AppError } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
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
  tokenRefusals,
} from './core-field.js';
import { id } from './field.js';
import { userOf } from './user.js';

const common = {
  method: 'POST',
  authentication: 'secret-key',
  scope: 'wallets',
  rateClass: 'wallet',
  errors: 'core',
  status: 200,
  answer: newWalletAnswer,
} as const;
const closed = { additionalProperties: false } as const;
const refusals = [
  ...tokenRefusals,
  'provider.not-trusted-yet',
  'trust.witnesses-unavailable',
  'wallet.not-found',
  'wallet.owner-mismatch',
  'wallet.record-rolled-back',
  'wallet.changed-meanwhile',
  'signer.refused',
  'wallet.token-already-used',
] as const;

const documented = {
  rotateAccessKey: {
    operationId: 'rotateAccessKey',
    tag: 'Core wallets',
    summary: 'Replace the access key of a wallet',
    description:
      'Once you have the answer, the old access key no longer works. A wallet without recovery requires an ' +
      '`Idempotency-Key`, because a lost answer would mean a lost wallet.',
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
      'Needs only a fresh token of the owner: `auth_jwt` may be valid for at most 5 minutes, from `iat` to ' +
      '`exp`, like an operation token. Once you have the answer, the old access key no longer works. The ' +
      'journal and the webhook `access_key.recovered` record it. Both the wallet and the application must ' +
      'allow it. The wallet’s `recoverable` is fixed at creation, from the setting `access_key_recovery` at ' +
      'that time. While that setting is off, no access key is recovered, whatever the wallet says.',
    headers: ['Idempotency-Key'],
    refusals: [...refusals, 'wallet.not-recoverable', 'wallet.recovery-disabled'],
    body: { auth_jwt: exampleToken, wallet_id: exampleOperation.wallet_id },
    answer: exampleNewWallet,
  },
} as const satisfies Record<string, Documentation>;

/** New access keys, with the old access key or without it. */
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
        assertRecoveryIsOn(caller);
        const { auth_jwt: jwt, ...asked } = body;
        // The signer applies the lifetime limit of operation tokens.
        const user = userOf(await coreUsers(caller, jwt, 'op', context));
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

function assertRecoveryIsOn({ application }: AuthenticatedApplication): void {
  if (application.settings?.accessKeyRecovery === true) return;
  throw new AppError(
    'wallet.recovery-disabled',
    'the application’s setting access_key_recovery is off, so no access key is recovered',
  );
}
