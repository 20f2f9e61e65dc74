import type { ErrorCode } from '@wallet-service/errors';

/** The groups of operations, in the order in which they are shown. */
export const tags = {
  'Express wallets': 'Wallets of users who sign in with their identity provider’s token.',
  'Core wallets':
    'Wallets that the application holds for its users. Each signature needs the user’s token and the ' +
    'wallet’s access key.',
  'Wallet groups': 'Groups of Core wallets.',
  Attestation: 'Proof of which code the signers run, for clients to verify before they trust the signers.',
  Policies: 'Rules for signing requests.',
  'Identity providers': 'The issuers of users’ tokens.',
  Application: 'The application’s own settings.',
  'Secret keys':
    'The application’s own keys. A key may be limited to scopes, and to a time. Each operation names its scope.',
  People:
    'People who work with an application, or operate the installation. They sign in with passkeys. In their session ' +
    'they may call every operation for a secret key or the operator that their role allows.',
  Webhooks: 'Events, sent to URLs of the application (Standard Webhooks 1.0.0).',
  'Pre-generated wallets': 'Addresses for users who have not signed in yet.',
  Administration: 'For the operator of the installation.',
} as const;

export type Tag = keyof typeof tags;

/** What the reference says about a route in addition to its schemas. */
export type Documentation = {
  /** Generated clients use it, so it never changes. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Errors that the route's credentials and schemas do not already imply. */
  readonly refusals?: readonly ErrorCode[];
  readonly headers?: readonly OptionalHeader[];
  readonly body?: unknown;
  readonly answer?: unknown;
};

/** Request headers that only some operations accept. */
export const optionalHeaders = {
  'If-Match': {
    description:
      'The ETag of the revision to change. The request is refused if another revision is in force.',
    example: '"4"',
  },
  'Idempotency-Key': {
    description:
      'Makes the request repeatable for 24 hours (draft-ietf-httpapi-idempotency-key-header). A string of 1 ' +
      'to 255 characters in double quotes. The quotes may be left out if it has only letters, digits and `_ ' +
      '. : ~ + / = -`. Repeating the request with the same secret key returns the same answer, including ' +
      'the access key. If that access key has been replaced, or the secret key is another one, the answer ' +
      'is 409 and names the wallet: nobody else can open the answer. Failures are not kept, so the request ' +
      'runs again. The newest 32 MiB of answers of an application are kept, and 32 MiB of signatures. A ' +
      'signature that is repeated has the same bytes and receipt, and counts once in spending windows and in ' +
      'the journal. Its key counts for one user: the retry may have a newer token of the same user.',
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  },
  'X-Claim': {
    description:
      '`skip`: makes a new wallet even if a pre-generated one waits for the address that the token proves, and ' +
      'its provider is not trusted to verify addresses. Without it the answer is then 409 ' +
      '`wallet.claim-possible`. It changes nothing else: where the claim is possible now, the wallet is claimed.',
    example: 'skip',
  },
  'X-Reason': {
    description:
      'Why the change is made: text of 1 to 500 characters, percent-encoded as UTF-8 where it is not ASCII. The ' +
      'journal shows it with the change (`GET /v1/audit`).',
    example: 'ticket 42',
  },
  Prefer: {
    description:
      '`receipt` (RFC 7240): the answer has a receipt from the signer, and the header `Preference-Applied: ' +
      'receipt`. Verify the receipt offline, with the document of `GET /v2/attestation`.',
    example: 'receipt',
  },
} as const;

type OptionalHeader = keyof typeof optionalHeaders;
