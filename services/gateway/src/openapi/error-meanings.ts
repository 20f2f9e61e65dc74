import type { ErrorCode } from '@wallet-service/errors';

/** What each code means to the caller, and what they can do about it. */
export const errorMeanings: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.malformed':
    'The body is not valid, unambiguous JSON (for example a duplicate key), it has more than 10,000 values ' +
    'or 1,000 members in one object, or the HTTP request is malformed.',
  'request.invalid':
    'Fields are missing, unknown or have wrong values. `errors` lists all of them by JSON Pointer.',
  'request.too-large': 'The body is larger than 128 KiB.',
  'request.headers-too-large': 'The headers are larger than 32 KiB.',
  'request.too-slow': 'The request did not arrive within 10 seconds.',
  'request.unsupported-media-type': 'The body is not application/json in UTF-8, or is compressed.',
  'request.not-found': 'There is nothing at this path.',
  'request.method-not-allowed':
    'The path does not have this method. The Allow header lists the methods it has.',
  'request.rate-limited':
    'Too many requests, or more at once than the application’s share. Retry-After is the number of seconds to wait.',
  'request.origin-not-allowed':
    'The web page that sends the request is not of an origin in the application’s `allowed_origins`. Add its origin ' +
    'there. Callers that are no web page must not send the header Origin.',
  'request.version-retired':
    'Version 1 of the wallet interface is retired. The answer names the path that replaces it.',
  'request.revision-conflict': 'The resource has changed since the revision in If-Match. Read it again.',
  'request.idempotency-mismatch': 'The Idempotency-Key was already used for another request. Use a new one.',
  'request.idempotency-running':
    'The first request with this Idempotency-Key is still running. Repeat it later.',
  'request.idempotency-answer-sealed':
    'The request succeeded, but its answer is sealed to the secret key of the first request. Repeat it with ' +
    'that secret key. If that key is revoked, `wallet_id` names the wallet, and `recover_access_key` issues ' +
    'a new access key.',
  'request.idempotency-answer-outdated':
    'The request succeeded, but the wallet’s access key has been replaced since. `wallet_id` names the ' +
    'wallet. Use the newer access key, or recover it.',
  'auth.api-key-invalid': 'The API key identifies no application.',
  'auth.secret-key-invalid': 'The secret key identifies no application, or was revoked.',
  'auth.secret-key-expired': 'The secret key was made to be valid until a time that has passed.',
  'auth.scope-missing':
    'The secret key, or the role of the person, is limited to other scopes. `scope` names the one that this ' +
    'operation needs.',
  'auth.operator-key-invalid': 'The operator key is wrong.',
  'auth.session-invalid':
    'The session is unknown, has ended, or belongs to a person who has no access any more.',
  'auth.passkey-invalid':
    'The answer of the passkey is refused. The message names the rule: the challenge, the page, the site, the ' +
    'person, the signature or the counter.',
  'auth.invitation-invalid': 'The invitation is unknown, was used or replaced, or is older than a week.',
  'auth.id-token-invalid':
    'The id token of the identity provider of people is refused. The message names the rule and the claim or header.',
  'auth.not-invited':
    'The account at the identity provider is nobody’s here, and no open invitation, or more than one, is for its ' +
    'verified e-mail address.',
  'auth.step-up-required':
    'A person may do this only for five minutes after their passkey has confirmed that it is them.',
  'auth.not-a-member': 'The person has no role in this application, or is no operator of the installation.',
  'auth.approval-required':
    'This change needs the approval of several owners. `scope` says which changes do.',
  'auth.people-only': 'Only a person who is signed in may do this, or the operator. No secret key may.',
  'people.disabled':
    'The installation has no settings for passkeys, or for an identity provider of people, so that nobody signs in so.',
  'person.not-found': 'There is no such person, or they have no access any more.',
  'member.not-found': 'The person is no member of the application.',
  'member.exists': 'The person is a member of the application already.',
  'member.last-owner': 'The application would be without an owner who can sign in.',
  'member.limit-reached': 'An application has at most 1,000 people.',
  'approval-rule.too-many': 'The application has fewer owners who can sign in than must approve.',
  'change-request.not-found': 'The application has no such change request.',
  'change-request.not-needed': 'The change needs no approval here.',
  'change-request.limit-reached': 'At most 100 changes of an application wait for approvals at a time.',
  'change-request.closed':
    'The change was decided, has begun, or waited for more than a week, or who asked may make none such any more.',
  'change-request.approved-already': 'The person has approved it already. Each owner counts once.',
  'change-request.not-approved': 'Not enough owners who can sign in have approved it.',
  'change-request.asker-only':
    'The answer to the change may have a secret, so only who asked can carry it out.',
  'change-request.outdated': 'What the change is about is not as it was when it was asked for.',
  'policy.approval-required': 'A rule demands that owners approve exactly this, and not enough have.',
  'signature-request.not-found': 'The application has no such signature request.',
  'signature-request.limit-reached':
    'Too many signatures of the wallet or the application wait for approvals.',
  'signature-request.too-large': 'What would be signed is too long for owners to read and approve.',
  'signature-request.closed': 'The signature request was signed or declined, or has expired.',
  'signature-request.approved-already': 'The person has approved it already. Each owner counts once.',
  'session.not-found': 'The person has no such session. It may have ended.',
  'passkey.not-found': 'The person has no such passkey.',
  'passkey.last-one': 'The person would be without a passkey.',
  'passkey.limit-reached': 'A person has at most 20 passkeys.',
  'auth.token-missing': 'There is no bearer token.',
  'auth.token-invalid':
    'The token breaks a rule about form, time or signature. `reason` and the message name the rule and the ' +
    'claim or header.',
  'auth.token-expired': 'The token has expired. Get a new one.',
  'auth.token-lifetime-too-long':
    'The time from `iat` to `exp` is longer than allowed here. The message names the limit. For a Core operation ' +
    'it is 300 s: get a token for the operation from your provider, by a token exchange (RFC 8693) for example.',
  'auth.token-provider-unknown':
    'The token’s issuer and audience do not match the provider in `X-OIDC-Provider-ID` (Express) or any ' +
    'provider of the application (Core). The message has what is expected and what was found.',
  'auth.provider-invalid': 'The application has no such identity provider.',
  'auth.mfa-required':
    'A policy requires multi-factor authentication. Repeat the request with a token that proves it (RFC 9470).',
  'auth.caller-not-allowed': 'The calling process may not do this.',
  'auth.grant-invalid':
    'The calling process has no valid grant from identity for this call. If this persists, the clocks or ' +
    'grant keys of the services differ.',
  'application.not-found': 'There is no such application.',
  'application.feature-disabled': 'The feature is off for the application. The operator can turn it on.',
  'secret-key.not-found': 'There is no such secret key.',
  'secret-key.last-one':
    'The application has no other valid secret key without scopes that lasts as long. Create one first.',
  'secret-key.limit-reached':
    'The application has 20 valid secret keys, or 1,000 with those that are revoked or expired. The message says ' +
    'which.',
  'provider.not-found': 'The application has no such identity provider.',
  'provider.exists': 'The application already has a provider with this issuer and audience.',
  'provider.limit-reached':
    'The application has the maximum number of identity providers or of issuers that it ever had, or their key sets ' +
    'would exceed its bytes. The message says which.',
  'provider.key-set-unreachable':
    'No usable key set was found at jwks_uri, or by OpenID Connect Discovery at the issuer without one.',
  'provider.key-source-fixed':
    'Where the keys of this issuer are found was registered earlier and can’t be changed with a secret key, because ' +
    'wallets are bound to the issuer. The application’s administrators, or the operator’s root keys, can change it.',
  'provider.administrators-required':
    'The application has administrators, so its providers and the settings that signers trust change only by a ' +
    'document that enough administrators signed.',
  'trust.document-refused':
    'The signed document can’t take the place of the one in force. The message says why.',
  'trust.witnesses-unavailable':
    'Too few witnesses answered. Nothing was changed, and what they did not confirm is not trusted. Try again after ' +
    'the given time.',
  'provider.not-trusted-yet':
    'The signers do not trust the provider or the key of the token. `missing` and the message say what they lack: ' +
    'the application’s document (`no-document`), the provider in it (`not-in-document`), a key set (`no-key-set`, ' +
    '`key-set-expired`), the key in it (`key-not-in-set`) or a valid root document (`root-expired`). See the ' +
    'provider’s status.',
  'wallet.not-found': 'The application has no such wallet.',
  'wallet.owner-mismatch': 'The wallet belongs to a user other than the token’s.',
  'wallet.changed-meanwhile': 'Another request changed the wallet at the same time. Try again.',
  'wallet.sealed-key-invalid':
    'The imported key was not sealed to the import key for this user and network, or it is not a private key.',
  'wallet.already-imported':
    'The user already has a wallet with this key on this network. `wallet_id` names it. If its access key ' +
    'is lost, recover it.',
  'wallet.network-unsupported':
    'The network means another kind of chain, or nearly spells one of ours. `nearest` has the names that may ' +
    'be meant.',
  'wallet-group.not-found': 'The application has no such wallet group.',
  'wallet.record-corrupt':
    'The sealed record of the wallet does not open. This is an incident for the operator.',
  'wallet.record-mismatch':
    'The stored wallet is not what was created for its owner, so its address is not given out. This is an ' +
    'incident for the operator.',
  'wallet.record-outdated':
    'The record has an older format that proves no address. Rotate or recover the access key to renew it. A ' +
    'pre-generated wallet with this error was claimed before records named their e-mail address. Its owner ' +
    'can use it as before.',
  'wallet.record-rolled-back':
    'The stored record is older than one that was in use. This is an incident for the operator.',
  'wallet.access-key-invalid': 'The access key is not the wallet’s, or it was replaced.',
  'wallet.email-unverified':
    'A signer’s word that the token does not prove the e-mail address. No request is answered with it: clients get ' +
    '`wallet.claim-possible` or `provider.not-trusted-yet`.',
  'wallet.claim-possible':
    'A pre-generated wallet waits for the e-mail address that the token proves, but the application does not yet let ' +
    'the token’s provider verify addresses. Put the provider into `email_provider_ids` and repeat the request, which ' +
    'then claims the wallet. `X-Claim: skip`, or the setting `claim_possible`, makes another wallet instead.',
  'wallet.not-recoverable': 'The wallet was created without recovery. A lost access key cannot be replaced.',
  'wallet.recovery-disabled':
    'The application’s setting `access_key_recovery` is off. No access key is recovered while it is off.',
  'wallet.token-already-used':
    'The token was already used for something else, and the application allows one use per token.',
  'chain.operation-unsupported': 'This chain does not have the operation.',
  'signer.refused': 'The signer refuses the request.',
  'policy.not-found': 'The application has no such policy.',
  'policy.decision-not-found':
    'The application has no such decision, or the decision is older than 90 days and is no longer kept.',
  'policy.limit-reached':
    'The application has the maximum number of policies (500), or its rules would exceed 4 MiB of JSON.',
  'policy.denied':
    'A policy denies the request. The answer names the policy, the rule and the reason. With the secret ' +
    'key, `GET /v1/decision/{id}` shows limits, lists and the values seen. The answer itself has them on ' +
    'the Core interface, and on Express if `denial_detail` is `full`.',
  'policy.chain-id-refused':
    'The transaction, authorization or typed data is for another chain than the network of the wallet. A ' +
    'transaction without a chain id is for every chain.',
  'policy.raw-hash-refused':
    'A bare hash cannot be evaluated while a policy covers the chain. Send the data that it is the hash of.',
  'policy.record-mismatch':
    'The stored policies or settings of the application are not what the service wrote, so nothing is ' +
    'signed. This is an incident for the operator.',
  'webhook.endpoint-not-found': 'The application has no such endpoint.',
  'webhook.endpoint-limit-reached': 'The application has the maximum number of endpoints.',
  'webhook.endpoint-disabled': 'The endpoint is disabled. Enable it first.',
  'webhook.delivery-not-found': 'The endpoint has no such delivery.',
  'webhook.record-mismatch':
    'The stored webhook endpoints or events are not what the service wrote, so nothing is sent. This is an ' +
    'incident for the operator.',
  'service.unavailable': 'A part of the service cannot be reached. Retry-After says when to try again.',
  'service.deadline-exceeded': 'The service did not answer in time. The request may have succeeded.',
  'service.overloaded': 'The service is overloaded. Try again later.',
  internal: 'The service failed. The log has the cause under the trace id.',
};
