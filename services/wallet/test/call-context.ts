import type { CallContext } from '@wallet-service/grpc';

/** The context of a call that needs no grant. */
export const callBy = (caller: string): CallContext => ({ caller, reason: '', traceId: 'test', deadline: 0 });
