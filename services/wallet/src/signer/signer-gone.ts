import { AppError } from '@wallet-service/errors';

/** The one signer that may use a verdict is not reachable any more. Another signer needs a verdict of its own. */
export class SignerGone extends AppError {
  constructor(cause: unknown) {
    super('service.unavailable', 'the signer is not reachable', { cause, retryAfterSeconds: 1 });
  }
}
