import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { status } from '@grpc/grpc-js';

const head: OutgoingHttpHeaders = { ':status': 200, 'content-type': 'application/grpc+proto' };

export type Outcome = {
  readonly status: status;
  readonly details?: string;
  /** The failure as bytes, sent in the trailer `error-bin`. */
  readonly error?: Uint8Array;
};

function trailersOf({ status: code, details, error }: Outcome): OutgoingHttpHeaders {
  return {
    'grpc-status': String(code),
    ...(details !== undefined && { 'grpc-message': encodeURI(details) }),
    ...(error && { 'error-bin': Buffer.from(error).toString('base64') }),
  };
}

/** The head of an answer that messages follow. */
export function beginAnswer(stream: ServerHttp2Stream): void {
  if (!stream.destroyed && !stream.headersSent) stream.respond(head, { waitForTrailers: true });
}

export function writeMessage(stream: ServerHttp2Stream, message: Uint8Array): void {
  if (stream.destroyed || stream.writableEnded) return;
  beginAnswer(stream);
  const framed = Buffer.allocUnsafe(5 + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, 5);
  stream.write(framed);
}

/** Ends the answer, and reads nothing more of the request. */
export function endAnswer(stream: ServerHttp2Stream, outcome: Outcome): void {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.headersSent) {
    stream.once('wantTrailers', () => {
      stream.sendTrailers(trailersOf(outcome));
    });
    stream.end();
    return;
  }
  stream.respond({ ...head, ...trailersOf(outcome) }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}

const unitMs: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** The time that the caller grants, in milliseconds. Infinity if it names none, NaN if it is malformed. */
export function timeoutIn(headers: IncomingHttpHeaders): number {
  const timeout = headers['grpc-timeout'];
  if (timeout === undefined) return Infinity;
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(timeout)) ?? [];
  return Number(digits) * (unitMs[unit ?? ''] ?? NaN);
}
