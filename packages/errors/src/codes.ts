/**
 * Every way in which a request can fail on purpose, and the kind of failure that it is. A code is stable:
 * clients switch on it. Anything that is not in this table is a bug and leaves the service as `internal`,
 * without detail.
 */
export const errorCodes = {
  // the request itself
  'request.malformed': 'malformed',
  'request.invalid': 'invalid',
  'request.too-large': 'too-large',
  'request.headers-too-large': 'headers-too-large',
  'request.too-slow': 'too-slow',
  'request.unsupported-media-type': 'unsupported-media-type',
  'request.not-found': 'not-found',
  'request.method-not-allowed': 'method-not-allowed',
  'request.rate-limited': 'rate-limited',
  'request.origin-not-allowed': 'denied',
  'request.version-retired': 'gone',
  'request.revision-conflict': 'precondition-failed',
  'request.idempotency-mismatch': 'invalid',
  'request.idempotency-running': 'conflict',
  'request.idempotency-answer-sealed': 'conflict',
  'request.idempotency-answer-outdated': 'conflict',

  // who is asking
  'auth.api-key-invalid': 'unauthenticated',
  'auth.secret-key-invalid': 'unauthenticated',
  'auth.secret-key-expired': 'unauthenticated',
  'auth.operator-key-invalid': 'unauthenticated',
  'auth.token-missing': 'unauthenticated',
  'auth.token-invalid': 'unauthenticated',
  'auth.token-expired': 'unauthenticated',
  'auth.token-lifetime-too-long': 'unauthenticated',
  'auth.token-provider-unknown': 'unauthenticated',
  'auth.provider-invalid': 'unauthenticated',
  'auth.mfa-required': 'unauthenticated',
  'auth.caller-not-allowed': 'denied',
  'auth.grant-invalid': 'denied',
  'auth.scope-missing': 'denied',
  'auth.session-invalid': 'unauthenticated',
  'auth.passkey-invalid': 'unauthenticated',
  'auth.invitation-invalid': 'unauthenticated',
  'auth.id-token-invalid': 'unauthenticated',
  'auth.not-invited': 'denied',
  'auth.step-up-required': 'denied',
  'auth.not-a-member': 'denied',
  'auth.people-only': 'denied',

  // applications, credentials, identity providers
  'application.not-found': 'not-found',
  'application.feature-disabled': 'denied',
  'secret-key.not-found': 'not-found',
  'secret-key.last-one': 'conflict',
  'secret-key.limit-reached': 'conflict',
  'people.disabled': 'denied',
  'person.not-found': 'not-found',
  'member.not-found': 'not-found',
  'member.exists': 'conflict',
  'member.last-owner': 'conflict',
  'member.limit-reached': 'conflict',
  'session.not-found': 'not-found',
  'passkey.not-found': 'not-found',
  'passkey.last-one': 'conflict',
  'passkey.limit-reached': 'conflict',
  'provider.not-found': 'not-found',
  'provider.exists': 'conflict',
  'provider.limit-reached': 'conflict',
  'provider.key-set-unreachable': 'invalid',
  'provider.key-source-fixed': 'conflict',
  'provider.administrators-required': 'conflict',
  'provider.not-trusted-yet': 'conflict',
  'trust.document-refused': 'conflict',
  'trust.witnesses-unavailable': 'unavailable',

  // wallets and signing
  'wallet.not-found': 'not-found',
  'wallet.owner-mismatch': 'denied',
  'wallet.record-corrupt': 'internal',
  'wallet.record-mismatch': 'internal',
  'wallet.record-outdated': 'conflict',
  'wallet.record-rolled-back': 'conflict',
  'wallet.access-key-invalid': 'denied',
  'wallet.email-unverified': 'denied',
  'wallet.claim-possible': 'conflict',
  'wallet.not-recoverable': 'denied',
  'wallet.recovery-disabled': 'denied',
  'wallet.changed-meanwhile': 'conflict',
  'wallet.sealed-key-invalid': 'invalid',
  'wallet.already-imported': 'conflict',
  'wallet.token-already-used': 'conflict',
  'wallet.network-unsupported': 'invalid',
  'wallet-group.not-found': 'not-found',
  'chain.operation-unsupported': 'invalid',
  'signer.refused': 'denied',

  // policies
  'policy.not-found': 'not-found',
  'policy.decision-not-found': 'not-found',
  'policy.limit-reached': 'conflict',
  'policy.denied': 'denied',
  'policy.raw-hash-refused': 'denied',
  'policy.chain-id-refused': 'denied',

  // webhooks
  'webhook.endpoint-not-found': 'not-found',
  'webhook.endpoint-limit-reached': 'conflict',
  'webhook.endpoint-disabled': 'conflict',
  'webhook.delivery-not-found': 'not-found',
  'policy.record-mismatch': 'internal',
  'webhook.record-mismatch': 'internal',

  // the service's own state
  'service.unavailable': 'unavailable',
  'service.deadline-exceeded': 'timeout',
  'service.overloaded': 'unavailable',
  internal: 'internal',
} as const satisfies Record<string, ErrorKind>;

export const errorKinds = [
  'malformed',
  'invalid',
  'unauthenticated',
  'denied',
  'not-found',
  'conflict',
  'precondition-failed',
  'gone',
  'method-not-allowed',
  'too-slow',
  'too-large',
  'headers-too-large',
  'unsupported-media-type',
  'rate-limited',
  'unavailable',
  'timeout',
  'internal',
] as const;

export type ErrorKind = (typeof errorKinds)[number];
export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
