import type { CallerAccount } from './caller-account.js';
import type { Call, CallServerOptions } from './call-server-options.js';

const longestTimeoutMs = 120_000;

type Arrived = Pick<Call, 'method' | 'request' | 'traceId' | 'parentSpanId' | 'grant'>;

/**
 * The one way in: every call passes here, whichever form it came in. Nobody may call what the allow-list does not say.
 * `callsOfCaller` holds the calls of one connection while they run; aborting them is the connection's business.
 */
export function createCallGate({ allowed, dispatch, refuse }: CallServerOptions) {
  let inFlight = 0;

  /**
   * Throws what refuses the caller that method, a call of it that has no deadline, or one more call of so many bytes.
   */
  function authorizeCall(method: string, account: CallerAccount, timeoutMs: number, size: number): void {
    const { names } = account;
    if (!Object.hasOwn(allowed, method)) throw refuse('unknown-method', method, names);
    if (!names.some((name) => allowed[method]?.includes(name)))
      throw refuse('caller-not-allowed', method, names);
    if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) throw refuse('no-deadline', method, names);
    if (account.isFull(size)) throw refuse('too-many-calls', method, names);
  }

  /** Does a call that was checked. */
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
