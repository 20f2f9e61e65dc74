import { chains } from '@wallet-service/addresses';
import Type from 'typebox';
import type { Json } from './schema-references.js';
import { trustEvents, type WebhookEvent } from './trust-events.js';

const closed = { additionalProperties: false } as const;
const walletId = Type.String({ description: 'events of one wallet come in order' });
const chain = Type.Enum([...chains], { type: 'string' });

/** Facts of a wallet after the event. */
const walletFacts = Type.Object(
  {
    wallet_id: walletId,
    interface: Type.Enum(['express', 'core', 'pregenerated'], {
      type: 'string',
      description: 'pregenerated: created for an e-mail address and not claimed yet',
    }),
    chain,
    network: Type.String(),
    address: Type.String(),
    record_version: Type.Integer({ description: '1 at creation; each new access key adds 1' }),
  },
  { ...closed, title: 'WalletEvent' },
);

const use = {
  wallet_id: walletId,
  request_id: Type.String({ description: 'the request id of the journal entries (`GET /v1/audit`)' }),
  operation: Type.String({
    description:
      'raw_hash, message, transaction, typed_data, eip7702_authorization or export_private_key, as in the journal',
  }),
  payload_hashes: Type.Array(Type.String(), { description: 'SHA-256 of each payload, in hex' }),
};

const waitingFacts = Type.Object(
  {
    signature_request_id: Type.String({ description: 'for `GET /v1/signature_request/{id}`' }),
    wallet_id: walletId,
    hash: Type.String({ description: 'of what is approved: SHA-256, hex' }),
    approvals: Type.Integer({ description: 'owners who have approved' }),
    approvals_needed: Type.Integer({ description: 'owners who must approve' }),
    time_expires: Type.Integer({ description: 'Unix seconds' }),
  },
  { ...closed, title: 'SignatureRequestEvent' },
);

const policyFacts = Type.Object(
  {
    change: Type.Enum(['created', 'updated', 'deleted'], { type: 'string' }),
    policy_id: Type.String(),
    revision: Type.Integer(),
    name: Type.String(),
    chain,
    scope: Type.Enum(['GLOBAL', 'STEP_UP'], { type: 'string' }),
    is_active: Type.Boolean(),
  },
  closed,
);
const settingsFacts = Type.Object(
  {
    change: Type.Enum(['settings_updated'], { type: 'string' }),
    settings: Type.Object({}, { description: 'the application’s settings that affect signatures' }),
  },
  closed,
);

const id = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
const exampleWallet = {
  wallet_id: id,
  interface: 'core',
  chain: 'ETH',
  network: 'EVM',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  record_version: 1,
};
const exampleUse = { wallet_id: id, request_id: id, operation: 'message', payload_hashes: ['ab'.repeat(32)] };
const exampleWaiting = {
  ...{ signature_request_id: id, wallet_id: id, hash: 'ab'.repeat(32) },
  ...{ approvals: 0, approvals_needed: 2, time_expires: 1_790_086_400 },
};
const renewed = { ...exampleWallet, record_version: 2 };

/** Every event, by its type. */
export const webhookEvents = {
  'wallet.created': {
    happens: 'A wallet was created, on any interface.',
    data: walletFacts,
    example: exampleWallet,
  },
  'wallet.imported': {
    happens: 'A wallet was created from an imported key.',
    data: walletFacts,
    example: exampleWallet,
  },
  'wallet.claimed': {
    happens: 'A user claimed their pre-generated wallet.',
    data: walletFacts,
    example: { ...renewed, interface: 'express' },
  },
  'wallet.exported': {
    happens: 'The private key of a wallet was exported, sealed to the caller.',
    data: Type.Object(use, closed),
    example: { ...exampleUse, operation: 'export_private_key' },
  },
  'access_key.rotated': {
    happens: 'A caller who had the access key of a wallet replaced it.',
    data: walletFacts,
    example: renewed,
  },
  'access_key.recovered': {
    happens: 'The owner of a wallet replaced its access key with their token alone.',
    data: walletFacts,
    example: renewed,
  },
  'signature.created': {
    happens: 'Something was signed.',
    data: Type.Object(use, closed),
    example: exampleUse,
  },
  'signature.denied': {
    happens: 'A signature or an export was refused.',
    data: Type.Object(
      {
        ...use,
        error_code: Type.String({ description: 'a code of the Express interface, such as policy.denied' }),
      },
      closed,
    ),
    example: { ...exampleUse, error_code: 'policy.denied' },
  },
  'signature_request.created': {
    happens:
      'A signature waits for the approval of owners (`getSignatureRequest`). Its user has no signature yet.',
    data: waitingFacts,
    example: exampleWaiting,
  },
  'signature_request.approved': {
    happens:
      'Enough owners have approved. Nothing is signed yet: the user gets the signature by sending the same request ' +
      'again, with a token that is valid then, before `time_expires`.',
    data: waitingFacts,
    example: { ...exampleWaiting, approvals: 2 },
  },
  'signature_request.declined': {
    happens: 'An owner declined a signature. The same request asks for it anew.',
    data: waitingFacts,
    example: exampleWaiting,
  },
  'policy.changed': {
    happens: 'A policy, or a setting of the application that affects signatures, changed.',
    data: Type.Union([policyFacts, settingsFacts]),
    example: {
      change: 'created',
      policy_id: id,
      revision: 1,
      name: 'limits',
      chain: 'ETH',
      scope: 'GLOBAL',
      is_active: true,
    },
  },
  'provider.changed': {
    happens: 'An identity provider was registered, changed or deleted.',
    data: Type.Object(
      {
        change: Type.Enum(['created', 'updated', 'deleted'], { type: 'string' }),
        provider_id: Type.String(),
        issuer: Type.String(),
        audience: Type.String(),
        document_version: Type.Integer({
          description: 'of the document that signers trust from this change on (`GET /v1/identity/trust`)',
        }),
      },
      closed,
    ),
    example: {
      change: 'created',
      provider_id: id,
      issuer: 'https://login.example.com',
      audience: 'app-1',
      document_version: 4,
    },
  },
  ...trustEvents,
} as const satisfies Record<string, WebhookEvent>;

/** What `testWebhookEndpoint` sends. No endpoint can choose it. */
const testEvent = {
  'webhook.test': {
    happens: 'Somebody asked for a test of this endpoint.',
    data: Type.Object({ endpoint_id: Type.String({ description: 'the endpoint that is tested' }) }, closed),
    example: { endpoint_id: id },
  },
} as const satisfies Record<string, WebhookEvent>;

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const headers = [
  header(
    'webhook-id',
    'The id of the event. It is the same at every attempt, so it identifies duplicates.',
    'evt_0192f0c1',
  ),
  header('webhook-timestamp', 'The time of the attempt, Unix seconds. Refuse old timestamps.', '1790000000'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, under the bytes of the endpoint’s secret. ' +
      'While an old secret is valid there are two signatures, separated by a space.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
];

/** The `webhooks` of an OpenAPI 3.1 document: what is sent to the application’s endpoints (Standard Webhooks 1.0.0). */
export function webhookOperations(referenced: (schema: object) => Json): Json {
  return Object.fromEntries(
    Object.entries({ ...webhookEvents, ...testEvent }).map(([type, { happens, data, example }]) => {
      const body = Type.Object(
        {
          type: Type.Enum([type], { type: 'string' }),
          timestamp: Type.String({ description: 'RFC 3339: when it happened' }),
          data,
        },
        closed,
      );
      const sent = { type, timestamp: '2026-09-21T14:13:20.000Z', data: example };
      const post = {
        operationId: `on.${type}`,
        tags: ['Webhooks'],
        summary: happens,
        description:
          'Sent at least once, until the endpoint answers 2xx: up to ten attempts in about four days.',
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: referenced(body), example: sent } },
        },
        responses: {
          '200': { description: 'Delivered: any 2xx within 10 s. The body is not read.' },
          '410': { description: 'The endpoint is gone. The service disables it.' },
        },
      };
      return [type, { post }];
    }),
  );
}
