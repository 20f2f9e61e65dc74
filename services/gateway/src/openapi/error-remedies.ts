import type { ErrorCode } from '@wallet-service/errors';

const tellTheOperator = 'Give the operator the trace id. Repeating the request does not help.';
const listThem = (what: string, where: string) =>
  `Check the id. \`${where}\` lists the application’s ${what}.`;

/** What a caller can do about each code. */
export const errorRemedies: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.malformed': 'Send what a JSON library writes: one value for each name. Send each header once.',
  'request.invalid': 'Correct all fields that `errors` names, and send the request again.',
  'request.too-large': 'Send a smaller body, or split the work into several requests.',
  'request.headers-too-large': 'Send fewer or shorter headers and cookies. A long token is the usual cause.',
  'request.too-slow': 'Send the request again over a better connection, headers and body at once.',
  'request.unsupported-media-type': 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  'request.not-found': 'Compare the path with this reference. Paths begin with their version.',
  'request.method-not-allowed': 'Use one of the methods in the header `Allow`.',
  'request.origin-not-allowed':
    'Add the origin of the page to `allowed_origins` of the application. A client that is no browser must not send ' +
    '`Origin`.',
  'request.rate-limited':
    'Wait for the seconds in `Retry-After`, and spread your requests. `RateLimit` shows what is left. The operator ' +
    'can set higher limits.',
  'request.version-retired': 'Call the path that the answer names.',
  'request.revision-conflict':
    'Read the resource, apply your change to what you got, and send it with the new `ETag` as `If-Match`.',
  'request.idempotency-mismatch': 'Use a new `Idempotency-Key` for each new request.',
  'request.idempotency-running': 'Repeat the request with the same `Idempotency-Key` after `Retry-After`.',
  'request.idempotency-answer-sealed':
    'Repeat the request with the secret key of the first one. If that key is revoked, recover the access key of the ' +
    'wallet in `wallet_id`.',
  'request.idempotency-answer-outdated':
    'Use the newer access key of the wallet in `wallet_id`. If it is lost, recover it.',
  'auth.api-key-invalid':
    'Send the `api_key` of the application in `X-Service-API-Key`. A secret key belongs in `X-Service-Secret-Key`, ' +
    'and never in a client.',
  'auth.secret-key-invalid':
    'Send a secret key that is in force in `X-Service-Secret-Key`. The operator can create a new one.',
  'auth.secret-key-expired':
    'Send another secret key. A key without scopes makes one with `POST /v1/secret_key`; so does the operator.',
  'auth.scope-missing':
    'Send a secret key that has the scope. Scopes of a key never change: make another key with `POST /v1/secret_key`.',
  'auth.session-invalid': 'Sign in again, and send the new session in `X-Service-Session`.',
  'auth.passkey-invalid': 'Ask for a new challenge, and let the browser answer it within five minutes.',
  'auth.invitation-invalid': 'Ask the operator, or an owner of the application, for a new invitation.',
  'auth.id-token-invalid':
    'Begin to sign in at the identity provider again, with a new nonce, and send the new id token at once.',
  'auth.not-invited':
    'Ask the operator, or an owner of the application, for an invitation with the address that the identity provider ' +
    'has verified.',
  'auth.step-up-required':
    'Confirm with a passkey (`POST /v1/session/step_up/challenge`, `POST /v1/session/step_up`), and repeat the ' +
    'request.',
  'auth.not-a-member': 'Ask an owner of the application, or the operator, for a role.',
  'auth.approval-required': 'Ask for it with `POST /v1/change_request`.',
  'auth.people-only': 'Let an owner sign in and do it, or the operator.',
  'people.disabled':
    'Ask the operator to set `PASSKEY_RP_ID` and `PASSKEY_ORIGINS`, and for an identity provider `PEOPLE_ISSUER`.',
  'person.not-found': 'Check the id. `GET /v1/admin/person` lists the people.',
  'member.not-found': 'Check the id. `GET /v1/member` lists the members.',
  'member.exists': 'Change their role with `PATCH /v1/member/{id}`.',
  'member.last-owner': 'Make another member an owner first.',
  'member.limit-reached': 'Remove people who do not work with the application any more.',
  'approval-rule.too-many': 'Invite more owners first, or let fewer approve.',
  'change-request.not-found': 'Check the id: `GET /v1/change_request` lists them.',
  'change-request.not-needed': 'Make the change.',
  'change-request.limit-reached': 'Decline those that nobody needs.',
  'change-request.closed': 'Let somebody who may make the change ask for it again.',
  'change-request.approved-already': 'Let another owner approve it.',
  'change-request.not-approved': 'Wait until more owners have approved it.',
  'change-request.asker-only': 'Let who asked carry it out.',
  'change-request.outdated': 'Look at what has changed, and ask for the change again.',
  'policy.approval-required':
    'Let owners approve `signature_request_id`. Then send the same request again, with a token that is valid then. ' +
    'A backend learns when by the webhook `signature_request.approved`, or by `GET /v1/signature_request/{id}`. A ' +
    'client that has only a user’s token sends the same request again after the seconds in `Retry-After`, until it ' +
    'gets another answer.',
  'signature-request.not-found': 'Check the id. `GET /v1/signature_request` lists them.',
  'signature-request.limit-reached':
    'Decline signatures that wait and are not needed, or wait until they expire.',
  'signature-request.too-large': 'Sign less at a time.',
  'signature-request.closed': 'Ask for the signature again.',
  'signature-request.approved-already': 'Let another owner approve it.',
  'session.not-found': 'Nothing is left to do. `GET /v1/session` lists the sessions.',
  'passkey.not-found': 'Check the id. `GET /v1/session` lists the passkeys.',
  'passkey.last-one': 'Add another passkey first.',
  'passkey.limit-reached': 'Remove a passkey that is not used any more.',
  'auth.operator-key-invalid': 'Send the key of the operator in `X-Service-Operator-Key`.',
  'auth.token-missing': 'Send the user’s token as `Authorization: Bearer TOKEN`.',
  'auth.token-invalid':
    'Read `reason` and `detail`, which name the broken rule. Compare the token with the chapter Authentication.',
  'auth.token-expired': 'Get a new token from the identity provider. If it is new, compare the clocks.',
  'auth.token-lifetime-too-long':
    'Let the provider issue tokens with a shorter life, or raise the application’s limit (Express only).',
  'auth.token-provider-unknown':
    'Compare `iss` and `aud` of the token with the provider’s `issuer` and `audience`, character by character. A ' +
    'slash at the end counts.',
  'auth.provider-invalid':
    'Send the id of one of the application’s providers in `X-OIDC-Provider-ID`. `GET /v1/identity/provider` lists ' +
    'them.',
  'auth.mfa-required':
    'Let the user sign in with a second factor, and repeat the request with the new token. `WWW-Authenticate` has ' +
    'the `acr_values` and the `max_age` to ask the provider for.',
  'auth.caller-not-allowed': 'This is about the installation. Give the operator the trace id.',
  'auth.grant-invalid': 'Repeat the request. If the error stays, give the operator the trace id.',
  'application.not-found': 'Check the id. `GET /v1/admin/application` lists the applications.',
  'application.feature-disabled': 'Ask the operator to turn the feature on for the application.',
  'secret-key.not-found': listThem('secret keys', 'GET /v1/admin/application/{id}/secret_key'),
  'secret-key.last-one':
    'Create another secret key without scopes first, and let your servers use it. The operator can revoke every key.',
  'secret-key.limit-reached':
    'Revoke a secret key that nobody uses any more. When revoked and expired keys use up the total, ask the operator ' +
    'for a key.',
  'provider.not-found': listThem('providers', 'GET /v1/identity/provider'),
  'provider.exists': 'Use the provider that exists. `GET /v1/identity/provider` lists its id.',
  'provider.limit-reached': 'Delete a provider that is no longer used, or let its key set have fewer keys.',
  'provider.key-set-unreachable':
    'Open `jwks_uri` from outside your network. It must answer over https with a key set (RFC 7517). Each key ' +
    'must have a `kid`.',
  'provider.key-source-fixed':
    'Register the issuer with the `jwks_uri` that it had. To move its keys, ask the administrators or the operator.',
  'provider.administrators-required': 'Let the application’s administrators sign a document with the change.',
  'trust.document-refused': 'Make a new document on top of the one in force, and let enough people sign it.',
  'trust.witnesses-unavailable': 'Repeat the request after `Retry-After`. If it stays, tell the operator.',
  'provider.not-trusted-yet':
    'Right after a change, wait a few seconds and repeat the request. Otherwise do what the provider’s status asks ' +
    'for (`GET /v1/identity/provider/{id}/status`).',
  'wallet.not-found': 'Check the id of the wallet, and that the secret key is that of its application.',
  'wallet.owner-mismatch': 'Send a token of the user who owns the wallet, from the same issuer.',
  'wallet.changed-meanwhile': 'Repeat the request.',
  'wallet.sealed-key-invalid':
    'Get a new import key, and seal a private key of this chain to it for this user and network.',
  'wallet.already-imported': 'Use the wallet in `wallet_id`. If its access key is lost, recover it.',
  'wallet.network-unsupported':
    'Use one of the names in `nearest`. Give an EVM network that has such a name as `eip155:` and its chain id.',
  'wallet-group.not-found': listThem('wallet groups', 'GET /v1/api/wallet_groups'),
  'wallet.record-corrupt': tellTheOperator,
  'wallet.record-mismatch': tellTheOperator,
  'wallet.record-outdated': 'Rotate or recover the access key once. That renews the record.',
  'wallet.record-rolled-back': tellTheOperator,
  'wallet.access-key-invalid': 'Send the newest access key of this wallet. If it is lost, recover it.',
  'wallet.claim-possible':
    'Put the provider of the token into `email_provider_ids` (`PATCH /v1/application`), and repeat the request. To ' +
    'make another wallet for good, send `X-Claim: skip`.',
  'wallet.email-unverified':
    'Send a token with this `email` and `email_verified: true`, from a provider in `email_provider_ids`.',
  'wallet.not-recoverable': 'Find the access key, or make a new wallet. Nobody can replace a lost one.',
  'wallet.recovery-disabled': 'Turn on the setting `access_key_recovery` (`PATCH /v1/application`).',
  'wallet.token-already-used': 'Get a new token for each operation.',
  'chain.operation-unsupported':
    'Use an operation that the wallet’s chain has. The description names the chains.',
  'signer.refused': 'Read `detail`, which says what the signer refuses. Correct that part of the request.',
  'policy.not-found': listThem('policies', 'GET /v1/policy'),
  'policy.decision-not-found': 'Check the id in the denial, and ask within 90 days.',
  'policy.limit-reached': 'Delete policies, or put rules together.',
  'policy.denied':
    'Read the reason and `unmet`. Change the request, or let the holder of the secret key change the policy. ' +
    '`POST /v1/policy/evaluate` tries a request without signing.',
  'policy.chain-id-refused':
    'Name the chain id in `caip2` of the wallet, or use a wallet of the other network. If the wallet is for several ' +
    'chains, set `chain_id_check` to `off`.',
  'policy.raw-hash-refused':
    'Send the data itself: `payload`, `typed_data` or a transaction. To allow bare hashes, set `raw_hash_signing` to ' +
    '`allow`.',
  'policy.record-mismatch': tellTheOperator,
  'webhook.endpoint-not-found': listThem('endpoints', 'GET /v1/webhook'),
  'webhook.endpoint-limit-reached': 'Delete an endpoint that is no longer used.',
  'webhook.endpoint-disabled': 'Enable the endpoint, and repeat the request.',
  'webhook.delivery-not-found': 'List the deliveries of the endpoint. Old ones are not kept.',
  'webhook.record-mismatch': tellTheOperator,
  'service.unavailable':
    'Repeat the request after `Retry-After`. Use an `Idempotency-Key` when you create something.',
  'service.deadline-exceeded':
    'Repeat the request if that is safe: reading, signing, or creating with an `Idempotency-Key`.',
  'service.overloaded': 'Repeat the request later, each time after a longer pause.',
  internal: 'Give the operator the trace id.',
};
