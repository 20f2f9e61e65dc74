import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import { CallError } from './call-error.js';
import { mostFrames, type CallFrame, type ReplyFrames } from './frames.js';

export type CallOptions = {
  readonly timeoutMs: number;
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits, when this trace is recorded. */
  readonly parentSpanId?: string;
  /** Identity's grant for the credential that the call needs. */
  readonly grant?: Uint8Array;
  /** The method may run twice, so after a lost connection the call is made again. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
  /** The only server to call, by the name that `identify` read. */
  readonly peer?: string;
};

const noGrant: Uint8Array = new Uint8Array(0);

type Pending = {
  readonly resolve: (response: Uint8Array) => void;
  readonly reject: (error: CallError) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * A server accepts a request of its largest size and little more. So calls that are made at once are sent in
 * messages no larger than that.
 */
const mostBatchBytes = 64 * 1024;

function batchesOf(frames: readonly CallFrame[]): CallFrame[][] {
  let batch: CallFrame[] = [];
  const batches = [batch];
  let bytes = 0;
  for (const frame of frames) {
    const size = frame.request.length + frame.grant.length + frameHeadBytes;
    if (batch.length > 0 && (bytes + size > mostBatchBytes || batch.length === mostFrames)) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(frame);
    bytes += size;
  }
  return batches;
}

/** The maximum overhead of a request: id, method, deadline, trace. */
const frameHeadBytes = 512;

/** One long-lived stream. */
export class CallStream {
  readonly #stream: ClientDuplexStream<CallFrame[], ReplyFrames>;
  readonly #pending = new Map<number, Pending>();
  readonly #onClosed: () => void;
  #outbox: CallFrame[] = [];
  #flushing = false;
  #blocked = false;
  #nextId = 1;
  #lastHeardAt = Date.now();
  #retired = false;
  state: 'connecting' | 'open' | 'closed' = 'connecting';
  /** Why the server accepts none of our calls, if it said so. */
  refusal: CallError | undefined;
  /** The name of the server at the other end. '' if it has none or was not asked. */
  peer = '';

  constructor(
    stream: ClientDuplexStream<CallFrame[], ReplyFrames>,
    onOpen: () => void,
    onDraining: () => void,
    onClosed: () => void,
  ) {
    this.#stream = stream;
    this.#onClosed = onClosed;
    stream.on('metadata', () => {
      if (this.state !== 'connecting') return;
      this.state = 'open';
      onOpen();
    });
    stream.on('data', ({ frames, draining }: ReplyFrames) => {
      this.#lastHeardAt = Date.now();
      for (const { id, response, error } of frames) {
        if (error.length > 0)
          this.#settle(id)?.reject(new CallError('refused', 'the server refused the call', error));
        else this.#settle(id)?.resolve(response);
      }
      if (draining) onDraining();
    });
    stream.on('drain', () => {
      this.#blocked = false;
      this.#flush();
    });
    stream.on('error', (error: Partial<ServiceError>) => {
      this.refusal = refusalIn(error);
      this.destroy();
    });
    stream.on('end', () => {
      this.destroy();
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  call(method: string, request: Uint8Array, options: CallOptions): Promise<Uint8Array> {
    const { timeoutMs, traceId, parentSpanId = '', grant = noGrant } = options;
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId = id === 0xffffffff ? 1 : id + 1;
      const timer = setTimeout(() => {
        this.#expire(id, timeoutMs);
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      const wholeMs = Math.max(1, Math.floor(timeoutMs));
      this.#outbox.push({ id, method, request, timeoutMs: wholeMs, traceId, parentSpanId, grant });
      if (this.#flushing) return;
      this.#flushing = true;
      // After the I/O of this turn, so that calls of requests that arrived together are sent together.
      setImmediate(() => {
        this.#flush();
      });
    });
  }

  /** Accepts no further calls, and ends when those in flight are answered. */
  retire(): void {
    this.#retired = true;
    if (this.#pending.size === 0 && this.state !== 'closed') this.#stream.end();
  }

  destroy(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.#stream.cancel();
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new CallError('connection-lost', 'the connection broke while the call was in flight'));
    }
    this.#pending.clear();
    this.#onClosed();
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#blocked || this.state === 'closed' || this.#outbox.length === 0) return;
    const frames = this.#outbox;
    this.#outbox = [];
    for (const batch of batchesOf(frames)) this.#blocked = !this.#stream.write(batch);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (this.#retired && this.#pending.size === 0) this.#stream.end();
    return pending;
  }

  #expire(id: number, timeoutMs: number): void {
    this.#settle(id)?.reject(new CallError('deadline', 'no answer within the deadline'));
    // After silence for a whole deadline the connection may be half open. The next call should not wait on it
    // too.
    if (Date.now() - this.#lastHeardAt >= timeoutMs) this.destroy();
  }
}

function refusalIn({ metadata }: Partial<ServiceError>): CallError | undefined {
  const [bytes] = metadata?.get('error-bin') ?? [];
  if (!Buffer.isBuffer(bytes)) return undefined;
  return new CallError('refused', 'the server takes no calls of this caller', bytes);
}
