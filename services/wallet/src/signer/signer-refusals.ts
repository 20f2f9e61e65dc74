import { AppError, invalidField, type ErrorCode } from '@wallet-service/errors';
import { Refused, type SignerRefusal } from '@wallet-service/signer-protocol';

type Meaning = {
  readonly code: ErrorCode;
  /** The message. Without it, the signer's own. */
  readonly message?: string;
  /** The name of the refusal is public. */
  readonly tellsReason?: true;
  /** What the signers lack. */
  readonly missing?: string;
};

const badToken = { code: 'auth.token-invalid', tellsReason: true } as const;
/** What the signers lack, as GetTrustStatus names it, and what the caller can do about it. */
const notTrusted = (missing: string, message: string) =>
  ({ code: 'provider.not-trusted-yet', missing, message, tellsReason: true }) as const;
const notInDocument = notTrusted(
  'not-in-document',
  'the document of the application that the signers have names no provider with the issuer and audience of the ' +
    'token: configure it, or try again in a few seconds if you just did',
);
const noKeySet = notTrusted(
  'no-key-set',
  'the signers have no key set of the provider that witnesses confirmed: make it reachable, or try again in a few ' +
    'seconds',
);
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
  'token-type': badToken,
  'token-expired': { code: 'auth.token-expired' },
  'token-issuer': notInDocument,
  'token-audience': notInDocument,
  'application-unknown': notTrusted(
    'no-document',
    'the signers have no document of the application that witnesses confirmed lately: try again in a few seconds',
  ),
  'provider-not-trusted': notInDocument,
  'key-not-trusted': notTrusted(
    'key-not-in-set',
    'no key set that witnesses confirmed has the key that the token names: publish the key at the provider, or sign ' +
      'with one that is published',
  ),
  'key-set-expired': notTrusted(
    'key-set-expired',
    'no witness could fetch the key set of the provider for too long: make it reachable again',
  ),
  'trust-expired': notTrusted(
    'root-expired',
    'the root document of the installation has expired: the operator must publish a new one',
  ),
  'trust-refused': ours,
  'mfa-missing': noMfa,
  'mfa-stale': noMfa,
  'access-key-wrong': { code: 'wallet.access-key-invalid' },
  // The caller can't cause it: the owner was compared before the signer was called.
  'context-mismatch': misplaced,
  'address-mismatch': misplaced,
  'record-outdated': { code: 'wallet.record-outdated' },
  'log-rolled-back': ours,
  'log-forked': ours,
  'log-proof-needed': ours,
  'log-unwitnessed': ours,
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
  'verdict-mandate': ours,
  'verdict-mac': ours,
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
  const hasNoKeySet = refused.refusal === 'key-not-trusted' && refused.details['missing'] === 'key set';
  const meaning: Meaning = hasNoKeySet ? noKeySet : meanings[refused.refusal];
  const { code, message, tellsReason, missing } = meaning;
  return new AppError(code, message ?? refused.message, {
    details: {
      ...refused.details,
      ...(tellsReason && { reason: refused.refusal }),
      ...(missing && { missing }),
    },
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

/** Whether newer trust at the signer may resolve the refusal. */
export function mayBeCuredByNewerTrust({ refusal }: Refused): boolean {
  const { missing }: Meaning = meanings[refusal];
  return (
    missing !== undefined ||
    // The gateway found that the settings of application and provider allow such a token, or trust the provider to
    // verify addresses. The signer's document does not say so yet. The keys of verdicts are in the root document.
    ['verdict-mandate', 'email-unverified', 'token-lifetime', 'token-type'].includes(refusal)
  );
}

/** Whether a document, or what witnesses stated, is not from those who may sign it. */
export function isForgedTrust(error: Error): boolean {
  const reason = trustReasonOf(error);
  if (reason === undefined || isOldTrust(error)) return false;
  const { needed, recent, root_version: root, root_version_stated: stated } = (error as Refused).details;
  if (reason !== 'too few witnesses agree') return true;
  // Enough of them said something lately, and not this. A signer with an older root document may not know them.
  return Number(recent) >= Number(needed) && Number(stated) <= Number(root);
}

/**
 * Whether what was offered is older than what the signer has, or than it takes. An answer may become old on its way,
 * while another replica brings a newer one.
 */
export function isOldTrust(error: Error): boolean {
  const reason = trustReasonOf(error);
  if (reason === undefined) return false;
  const { needed, recent } = (error as Refused).details;
  return (
    /^(the document has version|its statements are (older|not newer))/.test(reason) ||
    (reason === 'too few witnesses agree' && Number(recent) < Number(needed))
  );
}

/** Whether a root document was refused because the signer has a newer one. */
export function hasNewerRoot(error: Error | null): boolean {
  if (!(error instanceof Refused) || error.refusal !== 'trust-refused') return false;
  const { document, reason } = error.details;
  return document === 'root' && reason === 'version is not higher';
}

/**
 * Not of a root document: images of signers name different root keys and versions while they are being replaced. A
 * signer that stays behind has its own alert.
 */
function trustReasonOf(error: Error): string | undefined {
  if (!(error instanceof Refused) || error.refusal !== 'trust-refused') return undefined;
  if (error.details['document'] === 'root') return undefined;
  const { reason } = error.details;
  return typeof reason === 'string' ? reason : 'form';
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
