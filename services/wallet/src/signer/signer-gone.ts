import { AppError } from '@wallet-service/errors';

/** The one signer that may use a verdict is not reachable any more. Another signer needs a verdict of its own. */
export class SignerGone extends AppError {
  /** It had the call when it went, so it may have done it. */
  readonly wasAsked: boolean;

  constructor(cause: unknown, wasAsked = false) {
    super('service.unavailable', 'the signer is not reachable', { cause, retryAfterSeconds: 1 });
    this.wasAsked = wasAsked;
  }
}
