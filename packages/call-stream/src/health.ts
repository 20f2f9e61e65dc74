import type { MethodDefinition } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { ServerHttp2Stream } from 'node:http2';
import { endAnswer, writeMessage } from './answer-stream.js';

// The standard health service (grpc.health.v1) with a static codec: HealthCheckRequest { string service = 1;
// }, HealthCheckResponse { enum status = 1; }.

export type ServingStatus = 'SERVING' | 'NOT_SERVING';

const statusCodes = { SERVING: 1, NOT_SERVING: 2 } as const;

function method(name: 'Check' | 'Watch', responseStream: boolean): MethodDefinition<Buffer, ServingStatus> {
  return {
    path: `/grpc.health.v1.Health/${name}`,
    requestStream: false,
    responseStream,
    requestSerialize: (request) => request,
    requestDeserialize: (bytes) => bytes,
    responseSerialize: encode,
    responseDeserialize: (bytes) => (bytes[0] === 0x08 && bytes[1] === 1 ? 'SERVING' : 'NOT_SERVING'),
  };
}

function encode(serving: ServingStatus): Buffer {
  return Buffer.from([0x08, statusCodes[serving]]);
}

/** `Check` answers the same for every service name, because a process serves one service. */
export const healthService = { Check: method('Check', false), Watch: method('Watch', true) };

const watchIntervalMs = 1_000;

/**
 * Answers if `path` belongs to the health service, with the result of `serving` at that moment. The request
 * is not read, because nothing depends on it.
 */
export function answerHealth(stream: ServerHttp2Stream, path: string, serving: () => boolean): boolean {
  const statusNow = (): ServingStatus => (serving() ? 'SERVING' : 'NOT_SERVING');
  if (path === healthService.Check.path) {
    writeMessage(stream, encode(statusNow()));
    endAnswer(stream, { status: status.OK });
    stream.resume();
    return true;
  }
  if (path !== healthService.Watch.path) return false;
  let last = statusNow();
  writeMessage(stream, encode(last));
  stream.resume();
  const timer = setInterval(() => {
    const now = statusNow();
    if (now !== last) writeMessage(stream, encode(now));
    last = now;
  }, watchIntervalMs).unref();
  stream.on('close', () => {
    clearInterval(timer);
  });
  return true;
}
