/**
 * Why a call has no answer. `connection-lost`: it was sent, and whether the server performed it is unknown.
 * `peer-gone`: there is no stream to the one server that should answer. If it was sent to that server before,
 * `cause` says how that ended.
 */
export type CallFailure =
  | 'deadline'
  | 'connection-lost'
  | 'peer-gone'
  | 'no-connection'
  | 'refused'
  | 'closed'
  | 'aborted';

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  /** The server's own error, as its `encodeError` wrote it. Only for `refused`. */
  readonly bytes: Uint8Array;

  constructor(
    failure: CallFailure,
    message: string,
    bytes: Uint8Array = new Uint8Array(0),
    cause?: CallError,
  ) {
    super(message, cause && { cause });
    this.failure = failure;
    this.bytes = bytes;
  }
}
