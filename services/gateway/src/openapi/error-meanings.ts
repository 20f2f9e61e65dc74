import type { ErrorCode } from '@wallet-service/errors';

/** What each code tells the caller, and what he can do. */
export const errorMeanings: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.malformed':
    'The body is not JSON of which every reader gets the same value, has more than 10,000 values or 1,000 members in one object, or the request is broken HTTP.',
  'request.invalid':
    'Fields are missing, unknown or have wrong values; `errors` lists all of them by JSON Pointer.',
  'request.too-large': 'The body is larger than 128 KiB.',
  'request.headers-too-large': 'The headers are larger than 16 KiB.',
  'request.too-slow': 'The request did not arrive within 10 seconds.',
  'request.unsupported-media-type': 'The body is not application/json in UTF-8, or is compressed.',
  'request.not-found': 'There is nothing at this path.',
  'request.method-not-allowed': 'The path does not have this method; the Allow header lists those it has.',
  'request.rate-limited':
    'Too many requests, or more at once than the share of the application: Retry-After says for how many seconds to wait.',
  'request.version-retired':
    'Version 1 of the wallet interface is retired; the answer names the path that takes its place.',
  'request.revision-conflict':
    'The resource has changed since the revision that If-Match names: read it again.',
  'request.idempotency-mismatch': 'The Idempotency-Key was used for another request already: use a new one.',
  'request.idempotency-running':
    'The first request with this Idempotency-Key is still running: repeat it later.',
  'request.idempotency-answer-sealed':
    'It was done, but the answer is sealed to the secret key of the first request. Repeat it with that one; if it is revoked, `wallet_id` says which wallet it was, and `recover_access_key` gives a new access key.',
  'request.idempotency-answer-outdated':
    'It was done, but the access key in the answer has been replaced since; `wallet_id` says which wallet it was. Use the newer one, or recover it.',
  'auth.api-key-invalid': 'The API key identifies no application.',
  'auth.secret-key-invalid': 'The secret key identifies no application, or was revoked.',
  'auth.operator-key-invalid': 'The operator key is wrong.',
  'auth.token-missing': 'There is no bearer token.',
  'auth.token-invalid':
    'The token breaks a rule of form, time or signature; `reason` and the message say which, and name the claim or header.',
  'auth.token-expired': 'The token has expired: get a new one.',
  'auth.token-lifetime-too-long':
    'From `iat` to `exp` the token lives longer than it may here; the message says how long that is.',
  'auth.token-provider-unknown':
    'The token’s `iss` and `aud` are not those of the identity provider: of the one that is named (Express), of any of the application’s (Core).',
  'auth.provider-invalid': 'The application has no such identity provider.',
  'auth.mfa-required':
    'A policy asks for multi-factor authentication: repeat it with a token that proves it (RFC 9470).',
  'auth.caller-not-allowed': 'The calling process may not do this.',
  'auth.grant-invalid':
    'The calling process has no valid grant of identity for this. When it lasts, the clocks or the grant keys of the services differ.',
  'application.not-found': 'There is no such application.',
  'application.feature-disabled':
    'The feature is not turned on for the application; the operator can turn it on.',
  'secret-key.not-found': 'There is no such secret key.',
  'secret-key.last-one': 'The last valid secret key cannot be revoked: create another one first.',
  'secret-key.limit-reached':
    'The application has as many valid secret keys as it may have: revoke one first.',
  'provider.not-found': 'The application has no such identity provider.',
  'provider.exists': 'The application has a provider of the same issuer and audience already.',
  'provider.limit-reached':
    'The application has as many identity providers as it may have, or their key sets take as many bytes of the trust bundle as they may; the message says which.',
  'provider.key-set-unreachable': 'No usable key set was found at jwks_uri.',
  'provider.not-trusted-yet':
    'The provider is registered, but no trust bundle that names it has reached the signers yet: try again later.',
  'trust-bundle.refused': 'The signers refuse the trust bundle.',
  'wallet.not-found': 'The application has no such wallet.',
  'wallet.owner-mismatch': 'The wallet belongs to another user than the one of the token.',
  'wallet.changed-meanwhile': 'The wallet was changed by another request at the same time: try again.',
  'wallet.sealed-key-invalid':
    'What is imported was not sealed to the import key for this user and network, or is no private key.',
  'wallet.already-imported':
    'The user has a wallet with this key on this network already; `wallet_id` says which. If its access key is lost, recover it.',
  'wallet-group.not-found': 'The application has no such wallet group.',
  'wallet.record-corrupt': 'The sealed record of the wallet does not open: an incident for the operator.',
  'wallet.record-mismatch':
    'What is stored of the wallet is not what was made for its owner, so its address is not given out: an incident for the operator.',
  'wallet.record-outdated':
    'The record is of a form that proves no address. Rotate or recover the access key: that renews it. Of a pre-generated wallet: it was claimed before records named the e-mail address that they were made for; its owner uses it as before.',
  'wallet.record-rolled-back':
    'The stored record is older than one that was in use: an incident for the operator.',
  'wallet.access-key-invalid': 'The access key is not that of the wallet, or was replaced.',
  'wallet.email-unverified': 'The token does not prove the e-mail address.',
  'wallet.not-recoverable': 'The wallet was made without recovery: a lost access key cannot be replaced.',
  'wallet.recovery-disabled':
    'The application’s setting `access_key_recovery` is off, and as long as it is no access key is recovered.',
  'wallet.token-already-used':
    'The token was used for something else already, and the application allows each one thing.',
  'chain.operation-unsupported': 'The operation makes no sense on this chain.',
  'signer.refused': 'The signer refuses the request.',
  'policy.not-found': 'The application has no such policy.',
  'policy.decision-not-found':
    'The application has no such decision, or it is older than the 90 days for which decisions are kept.',
  'policy.limit-reached':
    'The application has as many policies as it may have (500), or rules (4 MiB of JSON together).',
  'policy.denied':
    'A policy denies it; the answer names policy, rule and reason. `decision_id` leads whoever holds the secret key to limits, lists and the values seen (`GET /v1/decision/{id}`); with the setting `denial_detail: full`, and on the Core interface, the answer has them.',
  'policy.raw-hash-refused':
    'A bare hash cannot be evaluated while a policy covers the chain: send what it is the hash of.',
  'policy.record-mismatch':
    'What is stored of the policies or settings of the application is not what the service wrote, so nothing is signed: an incident for the operator.',
  'webhook.endpoint-not-found': 'The application has no such endpoint.',
  'webhook.endpoint-limit-reached': 'The application has as many endpoints as it may have.',
  'webhook.endpoint-disabled': 'The endpoint is disabled: enable it first.',
  'webhook.delivery-not-found': 'The endpoint has no such delivery.',
  'webhook.record-mismatch':
    'What is stored of the webhook endpoints or events is not what the service wrote, so nothing is sent: an incident for the operator.',
  'service.unavailable': 'A part of the service is not reachable now; Retry-After says when to try again.',
  'service.deadline-exceeded': 'The service did not answer in time. What was asked for may have happened.',
  'service.overloaded': 'The service has more to do than it can; try again later.',
  internal: 'The service failed; the trace id finds the cause in its log.',
};
