import { batchesOf } from './batches.js';
import { CallError } from './call-error.js';
import type { Connection } from './connection.js';
import { decodeReplyFrames, encodeCallFrames, type CallFrame } from './frames.js';
import { binaryIn } from './grpc-headers.js';
import { prefixBytes, writePrefix } from './message-reader.js';
import { OutgoingCall, type CallEnd } from './outgoing-call.js';

export type CallOptions = {
  readonly timeoutMs: number;
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits, when this trace is recorded. */
  readonly parentSpanId?: string;
  /** Identity's grant for the credential that the call needs. */
  readonly grant?: Uint8Array;
  /** Why the caller makes a change, in their words: at most 2 KiB. */
  readonly reason?: string;
  /** The method may run twice, so after a lost connection the call is made again. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
  /** The only server to call, by the name that `identify` read. */
  readonly peer?: string;
};

export type CallStreamOptions = {
  /** `/package.Service/Calls`. */
  readonly path: string;
  readonly maxResponseBytes: number;
  /** The stream may be used, or may not any more. */
  readonly onChange: (stream: CallStream) => void;
};

const noGrant: Uint8Array = new Uint8Array(0);

type Pending = {
  readonly resolve: (response: Uint8Array) => void;
  readonly reject: (error: CallError) => void;
  readonly timer: NodeJS.Timeout;
};

/** The maximum overhead of a request: id, method, deadline, trace. */
const frameHeadBytes = 512;
/** How long a server that has been silent for a whole deadline may take to answer a ping. */
const signOfLifeMs = 1_000;

function sizeOf({ request, grant, reason }: CallFrame): number {
  return request.length + grant.length + Buffer.byteLength(reason) + frameHeadBytes;
}

/**
 * One long-lived stream on a connection of its own.
 * - `connecting`: the server has not begun its answer.
 * - `open`: it takes calls.
 * - `doubted`: the server has been silent for long, and is asked for a sign of life.
 * - `leaving`: it takes no more calls, and ends when those in flight are answered.
 */
export class CallStream {
  readonly connection: Connection;
  readonly #call: OutgoingCall;
  readonly #options: CallStreamOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #outbox = new Map<number, CallFrame>();
  #flushing = false;
  #nextId = 1;
  #lastHeardAt = Date.now();
  state: 'connecting' | 'open' | 'doubted' | 'leaving' | 'closed' = 'connecting';
  /** Why the server accepts none of our calls, if it said so. */
  refusal: CallError | undefined;
  /** The name of the server at the other end. '' if it has none or was not asked. */
  peer = '';

  constructor(connection: Connection, options: CallStreamOptions) {
    this.connection = connection;
    this.#options = options;
    this.#call = new OutgoingCall(connection, {
      path: options.path,
      maxMessageBytes: options.maxResponseBytes,
      onBegin: () => {
        if (this.state === 'connecting') this.#become('open');
      },
      onMessage: (message) => {
        this.#receive(message);
      },
      onEnd: (end) => {
        this.#ended(end);
      },
    });
    connection.session.on('goaway', () => {
      this.retire();
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** Rejects with `no-connection` if the stream takes no more calls: the call was not sent. */
  call(
    method: string,
    request: Uint8Array,
    timeoutMs: number,
    {
      traceId,
      parentSpanId = '',
      grant = noGrant,
      reason = '',
    }: Pick<CallOptions, 'traceId' | 'parentSpanId' | 'grant' | 'reason'>,
  ): Promise<Uint8Array> {
    if (this.state === 'leaving' || this.state === 'closed')
      return Promise.reject(new CallError('no-connection', 'the stream takes no more calls'));
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId = id === 0xffffffff ? 1 : id + 1;
      const timer = setTimeout(() => {
        this.#expire(id, timeoutMs);
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      const wholeMs = Math.max(1, Math.floor(timeoutMs));
      this.#outbox.set(id, { id, method, request, timeoutMs: wholeMs, traceId, parentSpanId, grant, reason });
      if (this.#flushing) return;
      this.#flushing = true;
      process.nextTick(this.#flush);
    });
  }

  /** Accepts no further calls, and ends when those in flight are answered. */
  retire(): void {
    if (this.state === 'leaving' || this.state === 'closed') return;
    this.#become('leaving');
    if (this.#pending.size === 0) this.#sayGoodbye();
  }

  destroy(): void {
    this.#call.cancel();
    this.connection.destroy();
  }

  /** Every call is answered. A server that does not end the stream now is left. */
  #sayGoodbye(): void {
    this.#call.end();
    this.connection.close();
  }

  #become(state: CallStream['state']): void {
    this.state = state;
    this.#options.onChange(this);
  }

  #receive(message: Buffer): void {
    this.#lastHeardAt = Date.now();
    const { frames, draining } = decodeReplyFrames(message);
    for (const { id, response, error } of frames) {
      if (error.length > 0)
        this.#settle(id)?.reject(new CallError('refused', 'the server refused the call', error));
      else this.#settle(id)?.resolve(response);
    }
    if (draining) this.retire();
  }

  /** One write at a time: what is called while it is under way goes together with the next. */
  readonly #flush = (): void => {
    this.#flushing = false;
    if (this.state === 'closed' || this.#outbox.size === 0 || !this.#call.isIdle) return;
    const frames = [...this.#outbox.values()];
    this.#outbox.clear();
    for (const batch of batchesOf(frames, sizeOf))
      this.#call.write(writePrefix(encodeCallFrames(batch, prefixBytes)), this.#flush);
  };

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    this.#outbox.delete(id);
    clearTimeout(pending.timer);
    if (this.state === 'leaving' && this.#pending.size === 0) this.#sayGoodbye();
    return pending;
  }

  #expire(id: number, timeoutMs: number): void {
    this.#settle(id)?.reject(new CallError('deadline', 'no answer within the deadline'));
    // After silence for a whole deadline the connection may be half open. The next call should not wait on it too.
    if (this.state !== 'open' || Date.now() - this.#lastHeardAt < timeoutMs) return;
    this.#become('doubted');
    this.connection.ping(signOfLifeMs, () => {
      if (this.state === 'doubted') this.#become('open');
    });
  }

  #ended(end: CallEnd): void {
    const bytes = binaryIn(end.trailers, 'error-bin');
    if (bytes) this.refusal = new CallError('refused', 'the server takes no calls of this caller', bytes);
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#outbox.clear();
    for (const { reject, timer } of pending) {
      clearTimeout(timer);
      reject(
        new CallError('connection-lost', `the connection broke while the call was in flight: ${end.message}`),
      );
    }
    this.connection.close();
    this.#become('closed');
  }
}
