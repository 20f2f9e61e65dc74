import type { CallerAccount } from './caller-account.js';
import type { Call, CallServerOptions } from './call-server-options.js';

const longestTimeoutMs = 120_000;

type Arrived = Pick<Call, 'method' | 'request' | 'traceId' | 'parentSpanId' | 'grant'>;

/**
 * The only way in: every call of either form passes here. Nobody may call what the allow-list does not name.
 * `callsOfCaller` holds the running calls of one connection, which aborts them.
 */
export function createCallGate({ allowed, dispatch, refuse }: CallServerOptions) {
  let inFlight = 0;

  /**
   * Throws if the caller may not call the method, gives no deadline, or has no room for another call of this
   * size.
   */
  function authorizeCall(method: string, account: CallerAccount, timeoutMs: number, size: number): void {
    const { names } = account;
    if (!Object.hasOwn(allowed, method)) throw refuse('unknown-method', method, names);
    if (!names.some((name) => allowed[method]?.includes(name)))
      throw refuse('caller-not-allowed', method, names);
    if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) throw refuse('no-deadline', method, names);
    if (account.isFull(size)) throw refuse('too-many-calls', method, names);
  }

  /** Runs a call that was authorised. */
  async function runCall(
    call: Arrived,
    timeoutMs: number,
    account: CallerAccount,
    callsOfCaller: Set<AbortController>,
  ): Promise<Uint8Array> {
    const size = call.request.length;
    inFlight++;
    account.callsInFlight++;
    account.heldBytes += size;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
    }, timeoutMs);
    callsOfCaller.add(abort);
    try {
      const deadline = Date.now() + timeoutMs;
      return await dispatch({ ...call, callers: account.names, deadline, signal: abort.signal });
    } finally {
      inFlight--;
      account.callsInFlight--;
      account.heldBytes -= size;
      clearTimeout(timer);
      callsOfCaller.delete(abort);
    }
  }

  return { authorizeCall, runCall, inFlight: () => inFlight };
}

export type CallGate = Pick<ReturnType<typeof createCallGate>, 'authorizeCall' | 'runCall'>;
