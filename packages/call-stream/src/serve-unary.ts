import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { status } from './status.js';
import { endAnswer, writeMessage } from './answer-stream.js';
import type { CallGate, RunningCall } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import type { CallerSession } from './caller-session.js';
import { longestReason, longestTraceId } from './frames.js';
import { binaryIn, timeoutIn } from './grpc-headers.js';
import { readMessages } from './read-messages.js';

const notOneMessage = { status: status.INVALID_ARGUMENT, details: 'a call has one message' };

/**
 * Serves the unary form of one method. A failure is sent in the trailer `error-bin`. If the headers are
 * refused, nothing more of the call is read.
 */
export function serveUnary(
  { authorizeCall, runCall }: CallGate,
  encodeError: CallServerOptions['encodeError'],
  session: CallerSession,
  stream: ServerHttp2Stream,
  { method, headers, maxBytes }: { method: string; headers: IncomingHttpHeaders; maxBytes: number },
): void {
  const { account, cut } = session;
  const calls = new Set<RunningCall>();
  const fail = (error: unknown): void => {
    const { bytes, status: code } = encodeError(error);
    endAnswer(stream, { status: code, details: 'see the trailer error-bin', error: bytes });
  };
  const timeoutMs = timeoutIn(headers);
  const deadline = Date.now() + timeoutMs;
  account.calls?.spend(1);
  const isRefused = (size: number): boolean => {
    try {
      authorizeCall(method, account, timeoutMs, size);
      return false;
    } catch (error) {
      if (account.mayBeRefused()) fail(error);
      else cut('refusals');
      return true;
    }
  };
  if (isRefused(0)) return;

  const late = setTimeout(() => {
    const outcome = { status: status.DEADLINE_EXCEEDED, details: 'the deadline has passed' };
    endAnswer(stream, outcome, { cutOff: true });
  }, timeoutMs);
  // A message is charged from its arrival to the end of the request, and then with its running call.
  let charged = 0;
  const release = (): void => {
    account.heldBytes -= charged;
    charged = 0;
  };
  stream.on('close', () => {
    clearTimeout(late);
    release();
    for (const running of calls) running.isAbandoned = true;
  });
  const given = headers['grant-bin'];
  const grant = Buffer.from(typeof given === 'string' ? given : '', 'base64');
  const reason = binaryIn(headers, 'reason-bin')?.subarray(0, longestReason).toString('utf8') ?? '';
  const traceId = String(headers['x-trace-id'] ?? '').slice(0, longestTraceId);
  const messages: Buffer[] = [];
  readMessages(session, stream, maxBytes, {
    onMessage: (message) => {
      messages.push(message);
      charged += message.length;
      account.heldBytes += message.length;
      if (messages.length === 1) return true;
      endAnswer(stream, notOneMessage, { cutOff: true });
      return false;
    },
    onEnd: () => {
      release();
      const [request] = messages;
      if (!request || messages.length > 1) {
        endAnswer(stream, notOneMessage);
        return;
      }
      // Other calls have begun since the headers came.
      if (isRefused(request.length)) return;
      runCall(
        { method, request, traceId, parentSpanId: '', grant, reason },
        deadline - Date.now(),
        account,
        calls,
      ).then((response) => {
        writeMessage(stream, response);
        endAnswer(stream, { status: status.OK });
      }, fail);
    },
    unreadBytes: () => stream.writableLength,
  });
}
