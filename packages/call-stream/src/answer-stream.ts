import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { percentEncode } from './grpc-headers.js';
import { prefixBytes, writePrefix } from './message-reader.js';
import type { Status } from './status.js';

const head: OutgoingHttpHeaders = { ':status': 200, 'content-type': 'application/grpc+proto' };

export type Outcome = {
  readonly status: Status;
  readonly details?: string;
  /** The failure as bytes, sent in the trailer `error-bin`. */
  readonly error?: Uint8Array;
};

function trailersOf({ status: code, details, error }: Outcome): OutgoingHttpHeaders {
  return {
    'grpc-status': String(code),
    ...(details !== undefined && { 'grpc-message': percentEncode(details) }),
    ...(error && { 'error-bin': Buffer.from(error).toString('base64') }),
  };
}

/** The head of an answer that messages follow. */
function beginAnswer(stream: ServerHttp2Stream): void {
  if (!stream.destroyed && !stream.headersSent) stream.respond(head, { waitForTrailers: true });
}

/** `framed`: a message behind its prefix. `onSent`: it has left this process, or never will. */
export function writeFramed(stream: ServerHttp2Stream, framed: Buffer, onSent?: () => void): void {
  if (stream.destroyed || stream.writableEnded) return;
  beginAnswer(stream);
  stream.write(framed, onSent);
}

export function writeMessage(stream: ServerHttp2Stream, message: Uint8Array): void {
  const framed = Buffer.allocUnsafe(prefixBytes + message.length);
  framed.set(message, prefixBytes);
  writeFramed(stream, writePrefix(framed));
}

/** Ends the answer. `cutOff`: nothing more of the request is read. */
export function endAnswer(stream: ServerHttp2Stream, outcome: Outcome, { cutOff = false } = {}): void {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.headersSent) {
    stream.once('wantTrailers', () => {
      stream.sendTrailers(trailersOf(outcome));
      // A stream that is closed within this event, which is a part of sending, loses its trailers.
      if (cutOff)
        setImmediate(() => {
          stream.close(constants.NGHTTP2_NO_ERROR);
        });
    });
    stream.end();
    return;
  }
  stream.respond({ ...head, ...trailersOf(outcome) }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}
