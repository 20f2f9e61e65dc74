import { parseBase64Text } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { CoreUsers } from '../http/core-user.js';
import { idempotentRequest } from '../http/idempotent-request.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import {
  exampleNewWallet,
  exampleToken,
  metadata,
  network,
  newWalletAnswer,
  shownNewWallet,
  token,
  tokenRefusals,
} from './core-field.js';
import { id } from './field.js';
import { networkWarnings } from './network-warning.js';
import {
  bindingFields,
  exampleBinding,
  examplePublicKey,
  exampleSealed,
  publicKeyOf,
  suite,
} from './transfer-field.js';
import { userOf } from './user.js';

const common = {
  authentication: 'secret-key',
  scope: 'wallets',
  rateClass: 'wallet',
  errors: 'core',
  status: 200,
} as const;
const closed = { additionalProperties: false } as const;
const refusals = [
  ...tokenRefusals,
  'provider.not-trusted-yet',
  'trust.witnesses-unavailable',
  'signer.refused',
] as const;
const ciphertextBytes = 48;
const claim = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'as in the token of the import request',
    examples: [example],
  });

const exampleCiphertext = Buffer.alloc(ciphertextBytes, 'sealed').toString('base64');

const documented = {
  getImportKey: {
    operationId: 'getImportKey',
    tag: 'Core wallets',
    summary: 'Get the public key to seal an import to',
    description:
      'The public key is the same for all. But a key is sealed for one future owner and one network, and ' +
      'cannot be imported for another.',
    refusals: ['signer.refused', 'wallet.network-unsupported'],
    answer: { data: { public_key: examplePublicKey, ...exampleBinding } },
  },
  importWallet: {
    operationId: 'importWallet',
    tag: 'Core wallets',
    summary: 'Import a private key',
    description:
      'The 32 raw bytes of the key (on SOL the Ed25519 seed, the first half of a 64-byte keypair), ' +
      `sealed to the import key. ${suite} A user has one wallet per key and network: a second import ` +
      'is 409 and names that wallet. If `access_key_recovery` is off, imports require an ' +
      '`Idempotency-Key`, because a lost answer would make the wallet permanently unusable. If the ' +
      'access key is lost later, the key cannot be imported again.',
    headers: ['Idempotency-Key'],
    refusals: [
      ...refusals,
      'wallet.network-unsupported',
      'wallet-group.not-found',
      'wallet.sealed-key-invalid',
      'wallet.already-imported',
      'wallet.token-already-used',
    ],
    body: { auth_jwt: exampleToken, network: 'EVM', ...exampleSealed, ciphertext: exampleCiphertext },
    answer: exampleNewWallet,
  },
} as const satisfies Record<string, Documentation>;

const importKeyAnswer = Type.Object({
  data: Type.Object({
    public_key: Type.String({ description: 'X25519, 32 bytes in base64' }),
    ...bindingFields(
      'wallet-service/import/1',
      'id of the application, `issuer`, `subject`, chain (ETH, SOL or BTC), `network`',
    ),
  }),
});

/** Import of keys from elsewhere. They travel sealed to the signer, and nobody on the way can read them. */
export function coreImportRoutes(
  { wallet }: Pick<Services, 'wallet'>,
  coreUsers: CoreUsers,
): readonly Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/v2/api/wallet/import_key',
      query: Type.Object(
        { network, issuer: claim('https://login.example.com'), subject: claim('user-1') },
        closed,
      ),
      answer: importKeyAnswer,
      documentation: documented.getImportKey,
      async handle({ caller: { applicationId, providers }, query, context }) {
        if (!providers.some(({ issuer }) => issuer === query.issuer))
          throw invalidField(
            'query issuer',
            'must be the issuer of one of the application’s identity providers',
          );
        const key = await wallet('GetImportKey', { applicationId, ...query }, context);
        return {
          data: {
            public_key: key.publicKey.toString('base64'),
            info: key.info.toString('base64'),
            associated_data: key.associatedData.toString('base64'),
          },
        };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/v2/api/wallet/import',
      body: Type.Object(
        {
          auth_jwt: token,
          network,
          wallet_group_id: Type.Optional(id),
          metadata: Type.Optional(metadata),
          encapsulated_key: Type.String({ maxLength: 44, description: '32 bytes in base64' }),
          ciphertext: Type.String({
            maxLength: 256,
            description: 'base64 of 48 bytes: 32 of the key, 16 of the tag',
          }),
        },
        closed,
      ),
      answer: newWalletAnswer,
      documentation: documented.importWallet,
      async handle({ caller, body, headers, context }) {
        const { auth_jwt: jwt, ...asked } = body;
        const encapsulatedKey = publicKeyOf(asked.encapsulated_key, '/encapsulated_key');
        const ciphertext = ciphertextOf(asked.ciphertext);
        const user = userOf(await coreUsers(caller, jwt, 'auth', context));
        const owner = { issuer: user.issuer, subject: user.subject };
        const resourceId = asked.metadata?.resource_id;
        const request = {
          user,
          network: asked.network,
          groupId: asked.wallet_group_id ?? '',
          ...(resourceId !== undefined && { resourceId }),
          recoverable: caller.application.settings?.accessKeyRecovery ?? false,
          encapsulatedKey,
          ciphertext,
          ...idempotentRequest(headers, { path: '/v2/api/wallet/import', owner, asked }),
        };
        const made = await wallet('ImportPrivateKey', request, context);
        return { ...shownNewWallet(made), ...networkWarnings(asked.network) };
      },
    }),
  ];
}

function ciphertextOf(text: string): Buffer {
  const bytes = parseBase64Text(text, '/ciphertext', 2 * ciphertextBytes);
  if (bytes.length === ciphertextBytes) return bytes;
  throw invalidField(
    '/ciphertext',
    'must encode 48 bytes: the 32 of the private key (on SOL the Ed25519 seed, not the 64-byte keypair) and ' +
      'the 16 of the tag',
  );
}
