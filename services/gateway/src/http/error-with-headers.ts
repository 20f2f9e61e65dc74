import { AppError, type ErrorCode, type ErrorExtras } from '@wallet-service/errors';

/** A failure whose answer has headers of its own. */
export class ErrorWithHeaders extends AppError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>>,
    extras: ErrorExtras = {},
  ) {
    super(code, message, extras);
    this.headers = headers;
  }
}
