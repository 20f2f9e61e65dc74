import type { Metrics } from './metrics.js';

/** A call that this process has answered. `code`: `ok` or the code of the error. */
export type EndedCall = {
  readonly method: string;
  readonly code: string;
  readonly seconds: number;
  readonly traceId: string;
  readonly caller: string;
};

/** The part of the process's logger that the call log writes to. */
export type CallLogger = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** What a server reports about its calls. */
export type CallLog = {
  readonly observe: (call: EndedCall) => void;
  /** For an error that is our own bug. The caller learns no more than that. */
  readonly onInternalError: (
    error: unknown,
    call: { readonly method: string; readonly traceId: string },
  ) => void;
  /** For connections that were closed because the caller used more than it may. */
  readonly onCut: (callers: string, why: string, count: number) => void;
};

/**
 * Methods that other processes poll. At `info` they would bury what users and operators do. Nothing is due
 * because of them.
 */
const polls: ReadonlySet<string> = new Set([
  'ListEvents',
  'ListChanges',
  'GetTrust',
  'GetTrustStatus',
  'ProposeTrustBundle',
]);

/**
 * One measurement and one line per call, with the trace id under which the other processes log the same
 * request. The line contains nothing of the request or the answer. Successful polls are logged at `debug`.
 */
export function createCallLog({
  metrics,
  logger,
  onCall,
}: {
  readonly metrics: Pick<Metrics, 'observeRpc'>;
  readonly logger: CallLogger;
  /** Called at the end of each call, except successful polls. */
  readonly onCall?: () => void;
}): CallLog {
  return {
    observe: ({ method, code, seconds, traceId, caller }) => {
      metrics.observeRpc(method, code, seconds);
      const fields = { op: method, code, ms: Math.round(seconds * 10_000) / 10, traceId, caller };
      if (code === 'ok' && polls.has(method)) {
        logger.debug(fields, 'call');
        return;
      }
      logger.info(fields, 'call');
      onCall?.();
    },
    onInternalError: (error, call) => {
      logger.error({ err: error, ...call }, 'a call failed, and the caller did not cause it');
    },
    onCut: (caller, why, count) => {
      logger.error({ caller, why, count }, 'a caller exceeded its limits; its connections were closed');
    },
  };
}
