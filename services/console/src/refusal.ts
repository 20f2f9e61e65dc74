/** A refusal of the console itself, in the form of the gateway's errors (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
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
