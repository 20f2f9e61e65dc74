import Type, { type TSchema } from 'typebox';

export type WebhookEvent = { readonly happens: string; readonly data: TSchema; readonly example: object };

const closed = { additionalProperties: false } as const;
const id = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
const administrators = Type.Array(Type.String({ description: '`kid`' }));
const threshold = Type.Integer({ description: 'how many of them must sign' });

/** The events about what signers trust, by their types. */
export const trustEvents = {
  'trust.applied': {
    happens:
      'Signers trust another document, other keys or another root document from now on. The journal entry of the ' +
      'same request id has the details.',
    data: Type.Object(
      {
        request_id: Type.String({ description: 'of the journal entry (`GET /v1/audit`)' }),
        root_version: Type.Integer(),
        document_version: Type.Integer({ description: 'as in `GET /v1/identity/trust`' }),
        provider_ids: Type.Array(Type.String()),
      },
      closed,
    ),
    example: { request_id: id, root_version: 1, document_version: 4, provider_ids: [id] },
  },
  'trust.keys_changed': {
    happens: 'The keys of an identity provider changed: it published or withdrew some.',
    data: Type.Object(
      {
        provider_id: Type.String(),
        issuer: Type.String(),
        keys_added: Type.Array(Type.String({ description: '`kid`' })),
        keys_removed: Type.Array(Type.String({ description: '`kid`' })),
      },
      closed,
    ),
    example: {
      provider_id: id,
      issuer: 'https://login.example.com',
      keys_added: ['2027-01'],
      keys_removed: ['2026-07'],
    },
  },
  'trust.document_changed': {
    happens:
      'The document of what signers trust changed otherwise than by a provider: by a setting, the application’s ' +
      'administrators or the operator’s root keys, or because witnesses held a later one than the service.',
    data: Type.Object(
      {
        version: Type.Integer(),
        by: Type.Enum(['service', 'administrators', 'roots', 'witnesses'], { type: 'string' }),
        provider_ids: Type.Array(Type.String()),
        administrators,
      },
      closed,
    ),
    example: { version: 5, by: 'service', provider_ids: [id], administrators: [] },
  },
  'trust.administrators_changed': {
    happens: 'The application’s administrators, who alone may change what signers trust, changed.',
    data: Type.Object(
      {
        change: Type.Enum(['registered', 'replaced', 'removed'], { type: 'string' }),
        administrators,
        threshold,
      },
      closed,
    ),
    example: { change: 'registered', administrators: ['anna', 'ben', 'carla'], threshold: 2 },
  },
  'trust.document_proposed': {
    happens:
      'The operator’s root keys signed a document for an application with administrators. It takes effect at ' +
      '`not_before`, unless the administrators sign a later one before: then it is vetoed.',
    data: Type.Object(
      {
        change: Type.Enum(['proposed', 'vetoed'], { type: 'string' }),
        version: Type.Integer(),
        not_before: Type.Integer({ description: 'Unix seconds' }),
        administrators,
        threshold,
      },
      closed,
    ),
    example: {
      change: 'proposed',
      version: 6,
      not_before: 1_790_259_200,
      administrators: ['dora'],
      threshold: 1,
    },
  },
} as const satisfies Record<string, WebhookEvent>;
