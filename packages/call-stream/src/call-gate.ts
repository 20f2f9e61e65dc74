import type { CallerAccount } from './caller-account.js';
import type { Call, CallServerOptions } from './call-server-options.js';

const longestTimeoutMs = 120_000;

type Arrived = Pick<Call, 'method' | 'request' | 'traceId' | 'parentSpanId' | 'grant' | 'reason'>;

/** A call that is under way. */
export class RunningCall implements Call {
  readonly method: string;
  readonly request: Uint8Array;
  readonly callers: readonly string[];
  readonly traceId: string;
  readonly parentSpanId: string;
  readonly grant: Uint8Array;
  readonly reason: string;
  readonly deadline: number;
  /** Whether nobody waits for it. */
  isAbandoned = false;

  constructor(call: Arrived, callers: readonly string[], deadline: number) {
    this.method = call.method;
    this.request = call.request;
    this.callers = callers;
    this.traceId = call.traceId;
    this.parentSpanId = call.parentSpanId;
    this.grant = call.grant;
    this.reason = call.reason;
    this.deadline = deadline;
  }

  // Not an AbortSignal with a timer: making both for each call costs more than all else here.
  get signal(): this {
    return this;
  }

  get aborted(): boolean {
    return this.isAbandoned || Date.now() >= this.deadline;
  }
}

/**
 * The only way in: every call of either form passes here. Nobody may call what the allow-list does not name.
 * `callsOfCaller` holds the running calls of one connection, which are abandoned with it.
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
    arrived: Arrived,
    timeoutMs: number,
    account: CallerAccount,
    callsOfCaller: Set<RunningCall>,
  ): Promise<Uint8Array> {
    const size = arrived.request.length;
    inFlight++;
    account.callsInFlight++;
    account.heldBytes += size;
    const call = new RunningCall(arrived, account.names, Date.now() + timeoutMs);
    callsOfCaller.add(call);
    try {
      return await dispatch(call);
    } finally {
      inFlight--;
      account.callsInFlight--;
      account.heldBytes -= size;
      callsOfCaller.delete(call);
    }
  }

  return { authorizeCall, runCall, inFlight: () => inFlight };
}

export type CallGate = Pick<ReturnType<typeof createCallGate>, 'authorizeCall' | 'runCall'>;
