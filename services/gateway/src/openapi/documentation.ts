import type { ErrorCode } from '@wallet-service/errors';

/** The groups of operations, in the order in which they are shown. */
export const tags = {
  'Express wallets': 'Wallets of users who are identified by the token of their identity provider.',
  'Core wallets':
    'Wallets that the application holds for its users: each signature needs the user’s token and the wallet’s access key.',
  'Wallet groups': 'Groups of Core wallets.',
  Attestation: 'What the signers are, proven to clients before they trust them with anything.',
  Policies: 'Rules that signing requests are held to.',
  'Identity providers': 'Whose tokens are believed.',
  Application: 'The application’s own settings.',
  Webhooks: 'What happened, told to addresses of the application (Standard Webhooks 1.0.0).',
  'Pre-generated wallets': 'Addresses for users who have not signed in yet.',
  Administration: 'For the operator of the installation.',
  'Retired operations': 'Version 1 of the wallet interfaces: always 410.',
} as const;

export type Tag = keyof typeof tags;

/** What the reference says of a row beyond what its schemas say. */
export type Documentation = {
  /** For generated clients, so it never changes. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Refusals beyond those that credentials and schemas of the row imply. */
  readonly refusals?: readonly ErrorCode[];
  readonly headers?: readonly OptionalHeader[];
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly deprecated?: boolean;
};

/** Headers of the request that only some operations know. */
export const optionalHeaders = {
  'If-Match': {
    description: 'The ETag of the revision to change; the request is refused when another one is in force.',
    example: '"4"',
  },
  'Idempotency-Key': {
    description:
      'Makes the request repeatable for 24 hours (draft-ietf-httpapi-idempotency-key-header): a string of 1 to 255 characters in double quotes; without quotes it is the same key, and may have letters, digits and `_ . : ~ + / = -` alone. The same request gives the same answer, the access key included, as long as that access key is the wallet’s (then 409, which names the wallet), and to the same secret key: nobody else can open it (then 409, which names the wallet too). A failure is not kept: the request runs again. Of one application the newest 32 MiB of answers are kept.',
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  },
  Prefer: {
    description:
      '`receipt` (RFC 7240): the answer carries a receipt of the signer, and `Preference-Applied: receipt`. It is verified offline, against the document of `GET /v2/attestation`.',
    example: 'receipt',
  },
} as const;

type OptionalHeader = keyof typeof optionalHeaders;
