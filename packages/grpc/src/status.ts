import { status, type Status } from '@wallet-service/call-stream';
import type { ErrorKind } from '@wallet-service/errors';

/** The only mapping of failures to gRPC, for callers of the unary form. The whole error is sent with it. */
export const statusOfKind: Readonly<Record<ErrorKind, Status>> = {
  malformed: status.INVALID_ARGUMENT,
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  denied: status.PERMISSION_DENIED,
  'not-found': status.NOT_FOUND,
  conflict: status.ABORTED,
  'precondition-failed': status.FAILED_PRECONDITION,
  gone: status.UNIMPLEMENTED,
  'method-not-allowed': status.UNIMPLEMENTED,
  'too-slow': status.DEADLINE_EXCEEDED,
  'too-large': status.RESOURCE_EXHAUSTED,
  'headers-too-large': status.RESOURCE_EXHAUSTED,
  'unsupported-media-type': status.INVALID_ARGUMENT,
  'rate-limited': status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
  timeout: status.DEADLINE_EXCEEDED,
  internal: status.INTERNAL,
};
