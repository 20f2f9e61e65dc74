import { AppError } from '@wallet-service/errors';

/**
 * The one signer that may use a verdict can no longer be reached. Another signer needs a verdict of its own.
 */
export class SignerGone extends AppError {
  /** It had received the call, so it may have performed it. */
  readonly wasAsked: boolean;

  constructor(cause: unknown, wasAsked = false) {
    super('service.unavailable', 'the signer is not reachable', { cause, retryAfterSeconds: 1 });
    this.wasAsked = wasAsked;
  }
}
