import Type from 'typebox';
import type { ErrorCode } from '@wallet-service/errors';
import type { Services } from '../clients/services.js';
import type { CoreUsers } from '../http/core-user.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { accessKeyBytes } from './access-key.js';
import { exampleOperation, tokenRefusals, walletCredentials } from './core-field.js';
import { signingRefusals } from './signing-documentation.js';
import {
  exampleExport,
  examplePublicKey,
  exportAnswer,
  publicKeyOf,
  recipientPublicKey,
  shownExport,
  suite,
} from './transfer-field.js';
import { userOf } from './user.js';

const common = { method: 'POST', rateClass: 'wallet', status: 200 } as const;
const closed = { additionalProperties: false } as const;
const description =
  `Sealed inside the signer to a public key of the caller. ${suite} Policies decide (method ` +
  'exportPrivateKey). If policy evaluation is on and any policy is active, whatever its chain and ' +
  'scope, an export is denied unless a rule allows it. If `policy_evaluation_enabled` is false, ' +
  'policies do not restrict exports. On SOL the key is the Ed25519 seed. Wallet apps there import ' +
  'base58 of seed and public key (64 bytes).';
const coreRefusals: readonly ErrorCode[] = [
  ...signingRefusals,
  ...tokenRefusals,
  'wallet.access-key-invalid',
];

const documented = {
  exportKey: {
    operationId: 'exportKey',
    tag: 'Express wallets',
    summary: 'Export the private key of the user’s wallet',
    description,
    refusals: signingRefusals,
    body: { recipient_public_key: examplePublicKey },
    answer: exampleExport,
  },
  exportWallet: {
    operationId: 'exportWallet',
    tag: 'Core wallets',
    summary: 'Export the private key of a wallet',
    description,
    refusals: coreRefusals,
    body: { ...exampleOperation, recipient_public_key: examplePublicKey },
    answer: { data: exampleExport },
  },
} as const satisfies Record<string, Documentation>;

/** Export of a wallet's private key to its owner, on both interfaces. */
export function exportRoutes({ wallet }: Pick<Services, 'wallet'>, coreUsers: CoreUsers): readonly Route[] {
  return [
    route({
      ...common,
      path: '/v2/wallet/export',
      authentication: 'user',
      errors: 'problem',
      body: Type.Object({ recipient_public_key: recipientPublicKey }, closed),
      answer: exportAnswer,
      documentation: documented.exportKey,
      async handle({ caller, body, context }) {
        const recipientPublicKey = publicKeyOf(body.recipient_public_key, '/recipient_public_key');
        const request = { user: userOf(caller), chain: caller.chain, recipientPublicKey };
        return shownExport(await wallet('ExportPrivateKey', request, context));
      },
    }),
    route({
      ...common,
      path: '/v2/api/wallet/export',
      authentication: 'secret-key',
      scope: 'export',
      errors: 'core',
      body: Type.Object({ ...walletCredentials, recipient_public_key: recipientPublicKey }, closed),
      answer: Type.Object({ data: exportAnswer }),
      documentation: documented.exportWallet,
      async handle({ caller, body, context }) {
        const recipientPublicKey = publicKeyOf(body.recipient_public_key, '/recipient_public_key');
        const user = userOf(await coreUsers(caller, body.op_jwt, 'op', context));
        const key = accessKeyBytes(body.access_key);
        const request = { user, walletId: body.wallet_id, accessKey: key, recipientPublicKey };
        return { data: shownExport(await wallet('ExportPrivateKey', request, context)) };
      },
    }),
  ];
}
