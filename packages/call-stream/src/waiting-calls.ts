import { CallError } from './call-error.js';
import type { CallStream } from './call-stream.js';

/** The callers that wait for a stream to open. */
export class WaitingCalls {
  readonly #waiting = new Set<() => void>();

  wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves as soon as `find` finds a stream. It is called again at each `wakeAll`, and may throw. */
  wait(
    find: () => CallStream | undefined,
    deadline: number,
    serverName: string,
    signal?: AbortSignal,
  ): Promise<CallStream> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', giveUp);
        act();
      };
      const fail = (error: unknown): void => {
        settle(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      };
      const wake = (): void => {
        try {
          const stream = find();
          if (stream)
            settle(() => {
              resolve(stream);
            });
        } catch (error) {
          fail(error);
        }
      };
      const giveUp = (): void => {
        fail(new CallError('aborted', 'the call was given up'));
      };
      const timer = setTimeout(() => {
        fail(new CallError('no-connection', `no connection to ${serverName} within the deadline`));
      }, deadline - Date.now());
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(wake);
    });
  }
}
