import { Metadata, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import type { CallGate } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import { callersOf } from './callers.js';

const noGrant = Buffer.alloc(0);

/** Serves the unary form of one method: the failure travels in the trailer `error-bin`. */
export function serveUnary(method: string, pass: CallGate, encodeError: CallServerOptions['encodeError']) {
  return (call: ServerUnaryCall<Buffer, Uint8Array>, answer: sendUnaryData<Uint8Array>): void => {
    const calls = new Set<AbortController>();
    call.on('cancelled', () => {
      for (const running of calls) running.abort();
    });
    const deadline = call.getDeadline();
    const timeoutMs = (deadline instanceof Date ? deadline.getTime() : deadline) - Date.now();
    const traceId = String(call.metadata.get('x-trace-id')[0] ?? '');
    const given = call.metadata.get('grant-bin')[0];
    const grant = Buffer.isBuffer(given) ? given : noGrant;
    const { request } = call;
    const arrived = { method, request, callers: callersOf(call), traceId, parentSpanId: '', grant };
    pass(arrived, timeoutMs, calls).then(
      (response) => {
        answer(null, response);
      },
      (error: unknown) => {
        const { bytes, status } = encodeError(error);
        const trailer = new Metadata();
        trailer.set('error-bin', Buffer.from(bytes));
        answer({ code: status, details: 'see the trailer error-bin', metadata: trailer });
      },
    );
  };
}
