/** A refusal of the console itself, in the form of the gateway's errors (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { readonly retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  toProblem() {
    return {
      type: 'about:blank',
      title: this.message,
      status: this.status,
      detail: this.message,
      code: this.code,
    };
  }
}
