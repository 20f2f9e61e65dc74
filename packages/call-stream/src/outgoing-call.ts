import {
  constants,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Connection } from './connection.js';
import { isGrpc, percentDecode, statusIn, statusOfHttp, timeoutHeader } from './grpc-headers.js';
import { BadMessage, MessageReader } from './message-reader.js';
import { status, type Status } from './status.js';

/** How a call ended: by the server's word, or by what happened to it on the way. */
export type CallEnd = {
  readonly status: Status;
  readonly message: string;
  readonly trailers: IncomingHttpHeaders;
};

export type OutgoingCallOptions = {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly maxMessageBytes: number;
  /** Milliseconds. Without it the call lives until one side ends it. */
  readonly timeoutMs?: number;
  /** The server has begun its answer. */
  readonly onBegin?: () => void;
  readonly onMessage: (message: Buffer) => void;
  /** Called once, as the last of all. */
  readonly onEnd: (end: CallEnd) => void;
};

/** One call of any form, on a stream of its own: messages there and back, and a status at the end. */
export class OutgoingCall {
  readonly #stream: ClientHttp2Stream;
  readonly #connection: Connection;
  readonly #options: OutgoingCallOptions;
  #trailers: IncomingHttpHeaders = {};
  /** What decided the call before its trailers came. */
  #failure: Omit<CallEnd, 'trailers'> | undefined;

  /** Throws if the connection takes no more streams. */
  constructor(connection: Connection, options: OutgoingCallOptions) {
    const { path, timeoutMs, maxMessageBytes, onMessage } = options;
    this.#connection = connection;
    this.#options = options;
    const stream = connection.session.request({
      ':method': 'POST',
      ':path': path,
      ':authority': connection.serverName,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      ...(timeoutMs !== undefined && { 'grpc-timeout': timeoutHeader(timeoutMs) }),
    });
    this.#stream = stream;
    const held = { heldBytes: 0, maxHeldBytes: 2 * maxMessageBytes };
    const reader = new MessageReader(held, maxMessageBytes);
    const deadline =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            this.#fail(status.DEADLINE_EXCEEDED, 'no answer within the deadline');
          }, timeoutMs);

    stream.on('response', (headers) => {
      this.#readHead(headers);
    });
    stream.on('data', (piece: Buffer) => {
      if (this.#failure) return;
      try {
        reader.read(piece, (message) => {
          onMessage(message);
          return true;
        });
      } catch (error) {
        if (error instanceof BadMessage && error.reason !== 'compressed')
          this.#fail(status.RESOURCE_EXHAUSTED, error.message);
        else this.#fail(status.INTERNAL, `the answer cannot be read: ${String(error)}`);
      }
    });
    stream.on('trailers', (trailers: IncomingHttpHeaders) => {
      this.#trailers = trailers;
    });
    stream.on('end', () => {
      if (!reader.isBetweenMessages) this.#fail(status.INTERNAL, 'the answer ends within a message');
      // The server has said all. What it has not read yet, it will not read.
      else stream.close();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      clearTimeout(deadline);
      reader.drop();
      options.onEnd(this.#endOf(stream.rstCode));
    });
  }

  /** Whether nothing that was written waits to be sent. */
  get isIdle(): boolean {
    return this.#stream.writableLength === 0;
  }

  /** `framed`: a message behind its prefix. `onSent`: it has left this process, or never will. */
  write(framed: Buffer, onSent?: () => void): void {
    if (!this.#stream.destroyed && !this.#stream.writableEnded) this.#stream.write(framed, onSent);
  }

  /** There are no more messages. */
  end(): void {
    if (!this.#stream.writableEnded) this.#stream.end();
  }

  cancel(): void {
    this.#fail(status.CANCELLED, 'the call was given up');
  }

  #fail(code: Status, message: string): void {
    this.#failure ??= { status: code, message };
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  #readHead(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): void {
    const code = headers[':status'] ?? 0;
    if (code !== 200) this.#fail(statusOfHttp(code), `an HTTP answer with status ${code}, which is not gRPC`);
    else if (!isGrpc(headers)) this.#fail(status.UNKNOWN, 'an answer of a content-type that is not gRPC');
    // An answer without messages has its trailers in the head.
    else if (statusIn(headers) !== undefined) this.#trailers = headers;
    else this.#options.onBegin?.();
  }

  #endOf(rstCode: number): CallEnd {
    const trailers = this.#trailers;
    if (this.#failure) return { ...this.#failure, trailers };
    const said = statusIn(trailers);
    const text = trailers['grpc-message'];
    if (said !== undefined)
      return { status: said, message: typeof text === 'string' ? percentDecode(text) : '', trailers };
    if (this.#connection.session.destroyed)
      return { status: status.UNAVAILABLE, message: 'the connection broke', trailers };
    const message = `the stream ended without a status, with code ${rstCode}`;
    return { status: statusOfReset(rstCode), message, trailers };
  }
}

function statusOfReset(code: number): Status {
  switch (code) {
    case constants.NGHTTP2_REFUSED_STREAM:
      return status.UNAVAILABLE;
    case constants.NGHTTP2_CANCEL:
      return status.CANCELLED;
    case constants.NGHTTP2_ENHANCE_YOUR_CALM:
      return status.RESOURCE_EXHAUSTED;
    default:
      return status.INTERNAL;
  }
}
