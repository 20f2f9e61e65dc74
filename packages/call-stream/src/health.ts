import type { MethodDefinition, sendUnaryData, ServerWritableStream } from '@grpc/grpc-js';

// The standard health service (grpc.health.v1) with a static codec: HealthCheckRequest { string service = 1; }, HealthCheckResponse { enum status = 1; }.

export type ServingStatus = 'SERVING' | 'NOT_SERVING';

const statusCodes = { SERVING: 1, NOT_SERVING: 2 } as const;

function method(name: 'Check' | 'Watch', responseStream: boolean): MethodDefinition<Buffer, ServingStatus> {
  return {
    path: `/grpc.health.v1.Health/${name}`,
    requestStream: false,
    responseStream,
    requestSerialize: (request) => request,
    requestDeserialize: (bytes) => bytes,
    responseSerialize: (status) => Buffer.from([0x08, statusCodes[status]]),
    responseDeserialize: (bytes) => (bytes[0] === 0x08 && bytes[1] === 1 ? 'SERVING' : 'NOT_SERVING'),
  };
}

/** `Check` answers for every service name alike: a process serves one service. */
export const healthService = { Check: method('Check', false), Watch: method('Watch', true) };

const watchIntervalMs = 1_000;

/** The health service's two methods, answering what `serving` says at that moment. */
export function serveHealth(serving: () => boolean) {
  const statusNow = (): ServingStatus => (serving() ? 'SERVING' : 'NOT_SERVING');
  return {
    Check(_call: unknown, answer: sendUnaryData<ServingStatus>): void {
      answer(null, statusNow());
    },
    Watch(call: ServerWritableStream<Buffer, ServingStatus>): void {
      let last = statusNow();
      call.write(last);
      const timer = setInterval(() => {
        const now = statusNow();
        if (now !== last) call.write(now);
        last = now;
      }, watchIntervalMs).unref();
      const stop = (): void => {
        clearInterval(timer);
      };
      call.on('cancelled', stop);
      call.on('close', stop);
    },
  };
}
