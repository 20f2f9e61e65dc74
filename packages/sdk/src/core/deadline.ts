import { clientError, type ClientErrorCode, type WalletServiceError } from './error.js';

/** The time of one call, with all its attempts, and the caller's wish to end it. */
export type Deadline = {
  /** For `fetch`. */
  readonly signal: AbortSignal;
  /** The error of a call that has ended here, once it has. */
  readonly error: () => WalletServiceError | undefined;
  /** The result of work that cannot be ended. Throws `error` as soon as there is one, and begins nothing after that. */
  readonly within: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
  /** The same for work whose time is not counted: a person's. */
  readonly untimed: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** False, at once, if less time than that is left. */
  readonly sleep: (ms: number) => Promise<boolean>;
  readonly end: () => void;
};

export const usualMs = 30_000;
/** Timers of all runtimes are 32 bits wide. Longer ones would end at once. */
const longestMs = 0x7fff_ffff;

/** Begins now. `operation` is for the error. */
export function startDeadline(
  timeoutMs: number = usualMs,
  callersSignal: AbortSignal | undefined,
  operation: string,
): Deadline {
  const controller = new AbortController();
  let ended: WalletServiceError | undefined;
  let tellWaiting: (error: WalletServiceError) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (tellWaiting = reject));
  // Nobody may be waiting.
  failed.catch(() => undefined);
  function fail(code: ClientErrorCode, message: string, retryable: boolean, cause?: unknown): void {
    ended = clientError(code, message, { operation, retryable }, cause);
    controller.abort(ended);
    tellWaiting(ended);
  }
  function onAbort(): void {
    fail('client.aborted', 'the caller ended the call', false, callersSignal?.reason);
  }
  let leftMs = timeoutMs;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function go(): void {
    startedAt = Date.now();
    const message = `no answer within ${timeoutMs} ms`;
    timer = setTimeout(fail, Math.min(Math.max(0, leftMs), longestMs), 'client.timeout', message, true);
  }
  function pause(): void {
    clearTimeout(timer);
    leftMs -= Date.now() - startedAt;
  }
  const within = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    if (ended) throw ended;
    return Promise.race([failed, work()]);
  };
  go();
  if (callersSignal?.aborted) onAbort();
  else callersSignal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    error: () => ended,
    within,
    untimed: async (work) => {
      pause();
      try {
        return await within(work);
      } finally {
        go();
      }
    },
    sleep: async (ms) => {
      if (ms >= leftMs - (Date.now() - startedAt)) return false;
      let alarm: ReturnType<typeof setTimeout> | undefined;
      try {
        await within(() => new Promise((resolve) => (alarm = setTimeout(resolve, ms))));
      } finally {
        clearTimeout(alarm);
      }
      return true;
    },
    end: () => {
      clearTimeout(timer);
      callersSignal?.removeEventListener('abort', onAbort);
    },
  };
}
