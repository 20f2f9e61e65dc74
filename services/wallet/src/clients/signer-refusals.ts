import { AppError } from '@wallet-service/errors';
import type { Refused } from '@wallet-service/signer-protocol';

/** What a refusal of the signer means to the caller of the API. Kind `internal` = an incident or a bug here: logged, never explained. */
export function errorOfRefusal(refused: Refused): AppError {
  const { refusal, message, details } = refused;
  const extras = { details, cause: refused };
  switch (refusal) {
    case 'token-malformed':
    case 'token-not-yet-valid':
    case 'token-signature':
    case 'token-algorithm':
    case 'token-lifetime':
      return new AppError('auth.token-invalid', message, { details: { reason: refusal }, cause: refused });
    case 'token-expired':
      return new AppError('auth.token-expired', message, { cause: refused });

    // The gateway found the provider and its key among those that the application has configured; the signer's bundle does not have them yet.
    case 'token-issuer':
    case 'token-audience':
    case 'provider-not-in-bundle':
    case 'key-not-in-bundle':
      return new AppError(
        'provider.not-trusted-yet',
        'the identity provider or its key is not part of the trust bundle in force in the signer yet',
        { details: { reason: refusal }, retryAfterSeconds: 2, cause: refused },
      );
    case 'bundle-refused':
      return new AppError('trust-bundle.refused', message, extras);

    case 'mfa-missing':
    case 'mfa-stale':
      return new AppError('auth.mfa-required', message, {
        details: { ...details, reason: refusal },
        cause: refused,
      });

    case 'access-key-wrong':
      return new AppError('wallet.access-key-invalid', message, { cause: refused });
    case 'context-mismatch':
      return new AppError(
        'wallet.owner-mismatch',
        'the wallet does not belong to the identity of the token',
        {
          cause: refused,
        },
      );
    case 'record-rolled-back':
      return new AppError('wallet.record-rolled-back', message, { cause: refused });
    case 'record-corrupt':
    case 'application-key-invalid':
      return new AppError('wallet.record-corrupt', message, extras);

    case 'deadline-exceeded':
      return new AppError('service.deadline-exceeded', message, { cause: refused });
    case 'bundle-expired':
    case 'verdict-expired':
    case 'verdict-not-yet-valid':
    case 'unavailable':
      return new AppError('service.unavailable', 'the signer cannot sign at the moment', {
        retryAfterSeconds: 1,
        cause: refused,
      });

    case 'malformed-request':
    case 'method-unknown':
    case 'caller-not-allowed':
    case 'deadline-missing':
    case 'verdict-malformed':
    case 'verdict-signature':
    case 'verdict-lifetime':
    case 'verdict-mismatch':
    case 'internal':
      return new AppError('internal', `the signer refused: ${refusal}`, extras);
  }
}

/** May the refusal be gone once the signer has a newer trust bundle? */
export function mayBeCuredByNewerTrust({ refusal }: Refused): boolean {
  return [
    'token-issuer',
    'token-audience',
    'provider-not-in-bundle',
    'key-not-in-bundle',
    'bundle-expired',
    'verdict-signature',
  ].includes(refusal);
}

/** Does the refusal say that what is stored was altered or put in another's place? */
export function isIncident({ refusal }: Refused): boolean {
  return ['record-corrupt', 'application-key-invalid', 'context-mismatch', 'record-rolled-back'].includes(
    refusal,
  );
}
