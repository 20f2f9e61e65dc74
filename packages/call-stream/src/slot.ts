import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { CallFrame, ReplyFrames } from './frames.js';
import type { CallError } from './call-error.js';
import { Lane } from './lane.js';

/**
 * A stream is renewed after this time, so that a restarted or added server gets its share (the server ends
 * connections by age).
 */
const streamAgeMs = 45_000;
/**
 * A stream that was opened because there was none is renewed sooner: just then all of them went to the one
 * server that answered first.
 */
const firstStreamAgeMs = 3_000;
export const connectTimeoutMs = 5_000;
const firstBackoffMs = 50;
export const longestBackoffMs = 2_000;

/** Keeps one stream to one target alive: reconnects with back-off, renews by age. */
export class Slot {
  readonly #open: () => ClientDuplexStream<CallFrame[], ReplyFrames>;
  readonly #greet: (lane: Lane, greeted: () => void) => Promise<void>;
  readonly #onChange: () => void;
  #current: Lane | undefined;
  #next: Lane | undefined;
  #backoffMs = firstBackoffMs;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #streamAgeMs = firstStreamAgeMs;
  /** Why the server refused the last stream; it is asked again and again nevertheless. */
  refusal: CallError | undefined;

  constructor(
    open: () => ClientDuplexStream<CallFrame[], ReplyFrames>,
    /** Calls `greeted` as soon as the stream may be used. */
    greet: (lane: Lane, greeted: () => void) => Promise<void>,
    onChange: () => void,
  ) {
    this.#open = open;
    this.#greet = greet;
    this.#onChange = onChange;
    this.#renew();
  }

  get lane(): Lane | undefined {
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
    const lane: Lane = new Lane(
      this.#open(),
      () => {
        clearTimeout(giveUp);
        void this.#greet(lane, () => {
          this.#promote(lane);
        });
      },
      () => {
        this.#leave(lane);
      },
      () => {
        clearTimeout(giveUp);
        this.#lost(lane);
      },
    );
    this.#next = lane;
    const giveUp = setTimeout(() => {
      lane.destroy();
    }, connectTimeoutMs);
  }

  #promote(lane: Lane): void {
    if (this.#closed || lane.state === 'closed') return;
    this.refusal = undefined;
    this.#next = undefined;
    this.#current?.retire();
    this.#current = lane;
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

  /** The server is going away: another stream is opened, and this one ends when its calls are answered. */
  #leave(lane: Lane): void {
    if (this.#current === lane) this.#current = undefined;
    this.#streamAgeMs = firstStreamAgeMs;
    lane.retire();
    this.#renew();
  }

  #lost(lane: Lane): void {
    if (this.#next === lane) this.#next = undefined;
    if (this.#current === lane) this.#current = undefined;
    if (this.#closed || this.#current || this.#next) return;
    if (lane.refusal) {
      this.refusal = lane.refusal;
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
