import { AppError, invalidField, type ErrorCode } from '@wallet-service/errors';
import { Refused, type SignerRefusal } from '@wallet-service/signer-protocol';

type Meaning = {
  readonly code: ErrorCode;
  /** The message. Without it, the signer's own. */
  readonly message?: string;
  /** The name of the refusal is public. */
  readonly tellsReason?: true;
};

const badToken = { code: 'auth.token-invalid', tellsReason: true } as const;
// The gateway found the provider and its key in the application's configuration, so only the signer's bundle
// lacks them.
const notTrustedYet = {
  code: 'provider.not-trusted-yet',
  message: 'the identity provider or its key is not in the trust bundle that is in force in the signer yet',
  tellsReason: true,
} as const;
const notNow = { code: 'service.unavailable', message: 'the signer cannot sign at the moment' } as const;
const noMfa = { code: 'auth.mfa-required', tellsReason: true } as const;
/** An incident or a bug on our side. It is logged and never explained to the caller. */
const ours = { code: 'internal' } as const;
const misplaced = {
  code: 'wallet.record-mismatch',
  message: 'what is stored of the wallet is not what was made for its owner',
} as const;

const meanings = {
  'token-malformed': badToken,
  'token-not-yet-valid': badToken,
  'token-signature': badToken,
  'token-algorithm': badToken,
  'token-lifetime': { code: 'auth.token-lifetime-too-long', tellsReason: true },
  'token-expired': { code: 'auth.token-expired' },
  'token-issuer': notTrustedYet,
  'token-audience': notTrustedYet,
  'provider-not-in-bundle': notTrustedYet,
  'key-not-in-bundle': notTrustedYet,
  'bundle-expired': notNow,
  'bundle-refused': { code: 'trust-bundle.refused' },
  'mfa-missing': noMfa,
  'mfa-stale': noMfa,
  'access-key-wrong': { code: 'wallet.access-key-invalid' },
  // The caller can't cause it: the owner was compared before the signer was called.
  'context-mismatch': misplaced,
  'address-mismatch': misplaced,
  'record-outdated': { code: 'wallet.record-outdated' },
  'journal-rolled-back': ours,
  'record-rolled-back': { code: 'wallet.record-rolled-back' },
  'record-corrupt': { code: 'wallet.record-corrupt' },
  'application-key-invalid': { code: 'wallet.record-corrupt' },
  'email-unverified': { code: 'wallet.email-unverified' },
  'sealed-key-invalid': { code: 'wallet.sealed-key-invalid' },
  'not-recoverable': { code: 'wallet.not-recoverable' },
  'deadline-exceeded': { code: 'service.deadline-exceeded' },
  'verdict-expired': notNow,
  'verdict-not-yet-valid': notNow,
  unavailable: notNow,
  'malformed-request': ours,
  'method-unknown': ours,
  'caller-not-allowed': ours,
  'deadline-missing': ours,
  'verdict-used': ours,
  'verdict-void': ours,
  'verdict-malformed': ours,
  'verdict-signature': ours,
  'verdict-lifetime': ours,
  'verdict-mismatch': ours,
  internal: ours,
} as const satisfies Record<SignerRefusal, Meaning>;

/** What a refusal by the signer means to the API's caller. */
export function errorOfRefusal(refused: Refused): AppError {
  // The only input from the caller that only the signer can judge: a point of small order.
  if (refused.refusal === 'malformed-request' && refused.details['field'] === 'recipientPublicKey')
    return invalidField('/recipient_public_key', 'must be a valid X25519 public key');
  if (refused.refusal === 'sealed-key-invalid') return sealedKeyError(refused);
  const { code, message, tellsReason }: Meaning = meanings[refused.refusal];
  return new AppError(code, message ?? refused.message, {
    details: { ...refused.details, ...(tellsReason && { reason: refused.refusal }) },
    ...((code === 'service.unavailable' || code === 'provider.not-trusted-yet') && { retryAfterSeconds: 1 }),
    cause: refused,
  });
}

function sealedKeyError(cause: Refused): AppError {
  const message =
    'was not sealed to the import key for this user and network (info and associated_data as import_key ' +
    'says), or holds no private key of the chain';
  return new AppError('wallet.sealed-key-invalid', `/ciphertext: ${message}`, {
    fields: [{ path: '/ciphertext', message }],
    cause,
  });
}

/** Whether a newer trust bundle at the signer may resolve the refusal. */
export function mayBeCuredByNewerTrust({ refusal }: Refused): boolean {
  return (
    meanings[refusal] === notTrustedYet ||
    // The gateway found that the application's settings allow such a token, or trust the provider to verify
    // addresses. The bundle does not say so yet.
    ['bundle-expired', 'verdict-signature', 'email-unverified', 'token-lifetime'].includes(refusal)
  );
}

/**
 * Whether a trust bundle was refused because the signer has a newer one. That is normal while one is being
 * published. It does not include another bundle of the SAME version: then somebody signed two.
 */
export function hasNewerBundle(error: Error): boolean {
  if (!(error instanceof Refused) || error.refusal !== 'bundle-refused') return false;
  const { version, version_in_force: inForce } = error.details;
  return typeof version === 'number' && typeof inForce === 'number' && inForce > version;
}

/** Whether the refusal means that a stored record was altered or swapped. */
export function isIncident({ refusal }: Refused): boolean {
  return [
    'record-corrupt',
    'application-key-invalid',
    'context-mismatch',
    'address-mismatch',
    'record-rolled-back',
  ].includes(refusal);
}
