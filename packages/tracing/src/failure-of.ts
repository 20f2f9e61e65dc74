import { AppError, type ErrorKind } from '@wallet-service/errors';

const faults: ReadonlySet<ErrorKind> = new Set(['internal', 'unavailable', 'timeout']);

/** The failure in a span: the code, never the message, which may quote a request. */
export function failureOf(error: unknown): { readonly code: string; readonly fault: boolean } {
  if (error instanceof AppError) return { code: error.code, fault: faults.has(error.kind) };
  // Refusals of the signer have their own form on the wire.
  if (error instanceof Error && 'refusal' in error && typeof error.refusal === 'string')
    return { code: error.refusal, fault: false };
  return { code: error instanceof Error ? error.name : 'unknown', fault: true };
}
