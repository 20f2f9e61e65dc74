import { CallError } from './call-error.js';
import type { CallStream } from './call-stream.js';
import type { Place } from './place.js';

/**
 * A stream is renewed after this time, so that a restarted or added server gets its share, and so that a proxy which
 * ends streams that are silent for a minute ends none of ours. Neither is behind a socket of this host, where the
 * stream only must end before the server ends its connection.
 */
const streamAgeMs: Readonly<Record<Place, number>> = { elsewhere: 45_000, onThisHost: 600_000 };
/**
 * A stream that was opened because there was none is renewed sooner, because all of them went to the one
 * server that answered first.
 */
const firstStreamAgeMs = 3_000;
export const connectTimeoutMs = 5_000;
const firstBackoffMs = 50;
const longestBackoffMs = 2_000;
/** A server that ends a stream before this time is not asked again at once. */
const shortLifeMs = 2_000;

/**
 * Connects and opens a stream that may be used. Rejects when that fails or the signal is aborted. `onChange` is called
 * when the state of the stream has changed.
 */
export type OpenStream = (onChange: (stream: CallStream) => void, signal: AbortSignal) => Promise<CallStream>;

/** Keeps one stream to one target alive: reconnects with back-off, renews by age. */
export class ReconnectingStream {
  readonly #open: OpenStream;
  readonly #onChange: () => void;
  readonly #fullAgeMs: number;
  readonly #closed = new AbortController();
  #current: CallStream | undefined;
  #isOpening = false;
  #openedAt = 0;
  #backoffMs = firstBackoffMs;
  #timer: NodeJS.Timeout | undefined;
  #streamAgeMs = firstStreamAgeMs;
  /** Why the server refused the last stream. It is tried again nevertheless. */
  refusal: CallError | undefined;

  constructor(server: Place, open: OpenStream, onChange: () => void) {
    this.#open = open;
    this.#onChange = onChange;
    this.#fullAgeMs = streamAgeMs[server];
    void this.#renew();
  }

  get current(): CallStream | undefined {
    return this.#current?.state === 'open' ? this.#current : undefined;
  }

  close(): void {
    this.#closed.abort();
    clearTimeout(this.#timer);
    this.#current?.destroy();
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed.signal.aborted || this.#isOpening) return;
    this.#isOpening = true;
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(connectTimeoutMs)]);
    try {
      const stream = await this.#open((changed) => {
        if (changed === this.#current) this.#changed(changed);
      }, signal);
      this.#promote(stream);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isOpening = false;
    }
  }

  #promote(stream: CallStream): void {
    if (this.#closed.signal.aborted || stream.state !== 'open') {
      stream.destroy();
      throw new CallError('connection-lost', 'the new stream ended at once');
    }
    const old = this.#current;
    if (old && this.#hasLived()) this.#backoffMs = firstBackoffMs;
    this.#openedAt = performance.now();
    this.refusal = undefined;
    this.#current = stream;
    old?.retire();
    this.#renewAfter(this.#streamAgeMs * (0.8 + 0.4 * Math.random()));
    this.#streamAgeMs = this.#fullAgeMs;
    this.#onChange();
  }

  /** The next attempt comes also while the old stream still serves. */
  #failed(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    if (!this.current && error instanceof CallError && error.failure === 'refused') {
      this.refusal = error;
      this.#onChange();
    }
    this.#retry();
  }

  #changed(stream: CallStream): void {
    if (stream.state === 'open') this.#onChange();
    if (stream.state !== 'leaving' && stream.state !== 'closed') return;
    this.#current = undefined;
    this.#streamAgeMs = firstStreamAgeMs;
    const hasLived = this.#hasLived();
    if (hasLived) this.#backoffMs = firstBackoffMs;
    // A server that goes away says so, and another one is there. One that is gone may come back.
    if (stream.state === 'leaving' && hasLived) void this.#renew();
    else this.#retry();
  }

  #hasLived(): boolean {
    return performance.now() - this.#openedAt >= shortLifeMs;
  }

  #retry(): void {
    this.#renewAfter(this.#backoffMs * (0.5 + Math.random()));
    this.#backoffMs = Math.min(this.#backoffMs * 2, longestBackoffMs);
  }

  #renewAfter(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#closed.signal.aborted) return;
    this.#timer = setTimeout(() => {
      void this.#renew();
    }, waitMs);
  }
}
