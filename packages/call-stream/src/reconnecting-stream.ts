import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { CallFrame, ReplyFrames } from './frames.js';
import type { CallError } from './call-error.js';
import { CallStream } from './call-stream.js';

/**
 * A stream is renewed after this time, so that a restarted or added server gets its share (the server closes
 * connections by age).
 */
const streamAgeMs = 45_000;
/**
 * A stream that was opened because there was none is renewed sooner, because all of them went to the one
 * server that answered first.
 */
const firstStreamAgeMs = 3_000;
export const connectTimeoutMs = 5_000;
const firstBackoffMs = 50;
export const longestBackoffMs = 2_000;

/** Keeps one stream to one target alive: reconnects with back-off, renews by age. */
export class ReconnectingStream {
  readonly #open: () => ClientDuplexStream<CallFrame[], ReplyFrames>;
  readonly #onOpen: (stream: CallStream, usable: () => void) => Promise<void>;
  readonly #onChange: () => void;
  #current: CallStream | undefined;
  #next: CallStream | undefined;
  #backoffMs = firstBackoffMs;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #streamAgeMs = firstStreamAgeMs;
  /** Why the server refused the last stream. It is tried again nevertheless. */
  refusal: CallError | undefined;

  constructor(
    open: () => ClientDuplexStream<CallFrame[], ReplyFrames>,
    /** Calls `usable` as soon as the stream may be used. */
    onOpen: (stream: CallStream, usable: () => void) => Promise<void>,
    onChange: () => void,
  ) {
    this.#open = open;
    this.#onOpen = onOpen;
    this.#onChange = onChange;
    this.#renew();
  }

  get current(): CallStream | undefined {
    return this.#current?.state === 'open' ? this.#current : undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#next?.destroy();
    this.#current?.destroy();
  }

  #renew(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#next) return;
    const stream: CallStream = new CallStream(
      this.#open(),
      () => {
        clearTimeout(giveUp);
        void this.#onOpen(stream, () => {
          this.#promote(stream);
        });
      },
      () => {
        this.#leave(stream);
      },
      () => {
        clearTimeout(giveUp);
        this.#lost(stream);
      },
    );
    this.#next = stream;
    const giveUp = setTimeout(() => {
      stream.destroy();
    }, connectTimeoutMs);
  }

  #promote(stream: CallStream): void {
    if (this.#closed || stream.state === 'closed') return;
    this.refusal = undefined;
    this.#next = undefined;
    this.#current?.retire();
    this.#current = stream;
    this.#backoffMs = firstBackoffMs;
    this.#timer = setTimeout(
      () => {
        this.#renew();
      },
      this.#streamAgeMs * (0.8 + 0.4 * Math.random()),
    ).unref();
    this.#streamAgeMs = streamAgeMs;
    this.#onChange();
  }

  /** The server is going away. Another stream is opened, and this one ends when its calls are answered. */
  #leave(stream: CallStream): void {
    if (this.#current === stream) this.#current = undefined;
    this.#streamAgeMs = firstStreamAgeMs;
    stream.retire();
    this.#renew();
  }

  #lost(stream: CallStream): void {
    if (this.#next === stream) this.#next = undefined;
    if (this.#current === stream) this.#current = undefined;
    if (this.#closed || this.#current || this.#next) return;
    if (stream.refusal) {
      this.refusal = stream.refusal;
      this.#onChange();
    }
    this.#streamAgeMs = firstStreamAgeMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#renew();
      },
      this.#backoffMs * (0.5 + Math.random()),
    );
    this.#backoffMs = Math.min(this.#backoffMs * 2, longestBackoffMs);
  }
}
