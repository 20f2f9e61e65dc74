import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { status } from './status.js';
import { endAnswer } from './answer-stream.js';
import { createCallGate } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import type { CallerSession } from './caller-session.js';
import { answerHealth } from './health.js';
import { createStreamServer } from './serve-stream.js';
import { serveUnary } from './serve-unary.js';

/** The overhead of requests in a message. */
const frameBytes = 64 * 1024;
const oneMebibyte = (): number => 1 << 20;

/** The largest request that a caller of these names may send. */
export function largestRequest(
  { allowed, maxRequestBytes = oneMebibyte }: Pick<CallServerOptions, 'allowed' | 'maxRequestBytes'>,
  names: readonly string[],
): number {
  const methods = Object.entries(allowed).filter(([, callers]) =>
    callers.some((name) => names.includes(name)),
  );
  return Math.max(0, ...methods.map(([method]) => maxRequestBytes(method)));
}

/** Decides by the headers of each stream what it is, and whether more of it is read. */
export function createRouter(options: CallServerOptions, draining: () => boolean) {
  const { service, allowed, encodeError, refuse, maxRequestBytes = oneMebibyte } = options;
  const { authorizeCall, runCall, inFlight } = createCallGate(options);
  const serveStream = createStreamServer({ authorizeCall, runCall }, options, draining);
  const serving = (): boolean => !draining() && options.ready();

  function onStream(session: CallerSession, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const { account } = session;
    const path = headers[':path'] ?? '';
    if (headers[':method'] !== 'POST' || !headers['content-type']?.startsWith('application/grpc')) {
      stream.respond({ ':status': 415 }, { endStream: true });
      stream.close();
      return;
    }
    if (answerHealth(session, stream, path, serving)) return;
    const method = path.startsWith(`/${service}/`) ? path.slice(service.length + 2) : '';
    const isStream = method === 'Calls';
    const isKnown = isStream || Object.hasOwn(allowed, method);
    if (account.kind === 'stranger' || !isKnown) {
      const error = refuse(isKnown ? 'caller-not-allowed' : 'unknown-method', method, account.names);
      const { bytes, status: code } = encodeError(error);
      const details = 'see the trailer error-bin';
      endAnswer(stream, { status: isKnown ? code : status.UNIMPLEMENTED, details, error: bytes });
    } else if (isStream) {
      // The frames of several calls come in one message.
      serveStream(session, stream, largestRequest(options, account.names) + frameBytes);
    } else {
      const maxBytes = maxRequestBytes(method);
      serveUnary({ authorizeCall, runCall }, encodeError, session, stream, { method, headers, maxBytes });
    }
  }

  return { onStream, inFlight };
}
