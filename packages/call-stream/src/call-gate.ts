import type { Call, CallServerOptions } from './call-server-options.js';

const longestTimeoutMs = 120_000;

type Arrived = Omit<Call, 'signal' | 'deadline'>;

/**
 * The one way in: every call passes here, whichever form it came in. Nobody may call what the allow-list does not say.
 * `callsOfCaller` holds the calls of one connection while they run; aborting them is the connection's business.
 */
export function createCallGate({ allowed, dispatch, refuse, ...options }: CallServerOptions) {
  const maxCallsInFlight = options.maxCallsInFlight ?? 2_000;
  let inFlight = 0;

  async function pass(
    call: Arrived,
    timeoutMs: number,
    callsOfCaller: Set<AbortController>,
  ): Promise<Uint8Array> {
    const { method, callers } = call;
    if (!Object.hasOwn(allowed, method)) throw refuse('unknown-method', method);
    if (!callers.some((name) => allowed[method]?.includes(name))) throw refuse('caller-not-allowed', method);
    if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) throw refuse('no-deadline', method);
    if (inFlight >= maxCallsInFlight) throw refuse('too-many-calls', method);
    inFlight++;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
    }, timeoutMs);
    callsOfCaller.add(abort);
    try {
      return await dispatch({ ...call, deadline: Date.now() + timeoutMs, signal: abort.signal });
    } finally {
      inFlight--;
      clearTimeout(timer);
      callsOfCaller.delete(abort);
    }
  }

  return { pass, inFlight: () => inFlight };
}

export type CallGate = ReturnType<typeof createCallGate>['pass'];
