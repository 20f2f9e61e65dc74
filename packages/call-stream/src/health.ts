import type { MethodDefinition } from '@grpc/grpc-js';

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
