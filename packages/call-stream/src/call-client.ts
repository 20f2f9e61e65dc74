import { ChannelCredentials, Client, credentials, Metadata, type ClientDuplexStream } from '@grpc/grpc-js';
import { decodeReplyFrames, encodeCallFrames, type CallFrame, type ReplyFrames } from './frames.js';
import type { Tls } from './tls.js';

/** Why a call has no answer. `connection-lost` = it was sent, and whether the server did it is unknown. */
export type CallFailure = 'deadline' | 'connection-lost' | 'no-connection' | 'refused' | 'closed' | 'aborted';

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  /** The server's own error, as its `encodeError` wrote it; only for `refused`. */
  readonly bytes: Uint8Array;

  constructor(failure: CallFailure, message: string, bytes: Uint8Array = new Uint8Array(0)) {
    super(message);
    this.failure = failure;
    this.bytes = bytes;
  }
}

export type CallClientOptions = {
  readonly service: string;
  /** gRPC targets: `unix:/path`, `host:port`, `dns:///name:port`. Calls go to the stream with the fewest calls in flight. */
  readonly targets: readonly string[];
  readonly tls: Tls;
  /** The DNS SAN that the server's certificate must have. */
  readonly serverName: string;
  /** Streams to each target; more than one only pays where a target stands for several servers. */
  readonly streamsPerTarget?: number;
  /** Called for each new stream: a call that is made, and answered, before any other on it. */
  readonly greeting?: () => { readonly method: string; readonly request: Uint8Array } | undefined;
  /** Told when a greeting is refused; the stream is used nevertheless. */
  readonly onGreetingFailed?: (error: CallError) => void;
  readonly maxResponseBytes?: number;
};

export type CallOptions = {
  readonly timeoutMs: number;
  readonly traceId: string;
  /** The method may run twice: after a lost connection the call is made once more. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
};

export type CallClient = {
  readonly call: (method: string, request: Uint8Array, options: CallOptions) => Promise<Uint8Array>;
  /** The same call on every open stream; one result each. */
  readonly broadcast: (
    method: string,
    request: Uint8Array,
    options: CallOptions,
  ) => Promise<PromiseSettledResult<Uint8Array>[]>;
  /** How many streams are ready for calls. */
  readonly openStreams: () => number;
  readonly close: () => void;
};

type Pending = {
  readonly resolve: (response: Uint8Array) => void;
  readonly reject: (error: CallError) => void;
  readonly timer: NodeJS.Timeout;
};

/** A stream is renewed after this time, so that a restarted or added server gets its share (the server ends connections by age). */
const streamAgeMs = 45_000;
const connectTimeoutMs = 5_000;
const firstBackoffMs = 50;
const longestBackoffMs = 2_000;

/** One long-lived stream. */
class Lane {
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
    stream.on('error', () => {
      this.destroy();
    });
    stream.on('end', () => {
      this.destroy();
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  call(method: string, request: Uint8Array, { timeoutMs, traceId }: CallOptions): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId = id === 0xffffffff ? 1 : id + 1;
      const timer = setTimeout(() => {
        this.#expire(id, timeoutMs);
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      this.#outbox.push({ id, method, request, timeoutMs: Math.max(1, Math.floor(timeoutMs)), traceId });
      if (this.#flushing) return;
      this.#flushing = true;
      // After the I/O of this turn, so that calls made by requests that arrived together leave together.
      setImmediate(() => {
        this.#flush();
      });
    });
  }

  /** No further calls come; ends when the ones in flight are answered. */
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
    this.#blocked = !this.#stream.write(frames);
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
    // Silence for a whole deadline: the connection may be half open, and the next call should not wait on it too.
    if (Date.now() - this.#lastHeardAt >= timeoutMs) this.destroy();
  }
}

/** Keeps one stream to one target alive: reconnects with back-off, renews by age. */
class Slot {
  readonly #open: () => ClientDuplexStream<CallFrame[], ReplyFrames>;
  readonly #greet: (lane: Lane) => Promise<void>;
  readonly #onReady: () => void;
  #current: Lane | undefined;
  #next: Lane | undefined;
  #backoffMs = firstBackoffMs;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    open: () => ClientDuplexStream<CallFrame[], ReplyFrames>,
    greet: (lane: Lane) => Promise<void>,
    onReady: () => void,
  ) {
    this.#open = open;
    this.#greet = greet;
    this.#onReady = onReady;
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
        void this.#greet(lane).then(() => {
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
    this.#next = undefined;
    this.#current?.retire();
    this.#current = lane;
    this.#backoffMs = firstBackoffMs;
    this.#timer = setTimeout(
      () => {
        this.#renew();
      },
      streamAgeMs * (0.8 + 0.4 * Math.random()),
    ).unref();
    this.#onReady();
  }

  /** The server is going away: another stream is opened, and this one ends when its calls are answered. */
  #leave(lane: Lane): void {
    if (this.#current === lane) this.#current = undefined;
    lane.retire();
    this.#renew();
  }

  #lost(lane: Lane): void {
    if (this.#next === lane) this.#next = undefined;
    if (this.#current === lane) this.#current = undefined;
    if (this.#closed || this.#current || this.#next) return;
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

const channelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  'grpc.dns_min_time_between_resolutions_ms': 5_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.max_reconnect_backoff_ms': longestBackoffMs,
  'grpc.initial_reconnect_backoff_ms': 100,
} as const;

function openStream(client: Client, service: string): ClientDuplexStream<CallFrame[], ReplyFrames> {
  return client.makeBidiStreamRequest(
    `/${service}/Calls`,
    encodeCallFrames,
    decodeReplyFrames,
    new Metadata(),
    {},
  );
}

function channelCredentials({ ca, cert, key }: Tls): ChannelCredentials {
  return credentials.createSsl(ca, key, cert);
}

/** A client whose calls travel over long-lived streams. It connects at once and keeps trying; calls wait for a connection until their deadline. */
export function createCallClient(options: CallClientOptions): CallClient {
  const { service, targets, serverName, greeting, onGreetingFailed } = options;
  const security = channelCredentials(options.tls);
  const waiting = new Set<() => void>();
  let closed = false;

  const wakeAll = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  async function greet(lane: Lane): Promise<void> {
    const hello = greeting?.();
    if (!hello) return;
    try {
      await lane.call(hello.method, hello.request, { timeoutMs: connectTimeoutMs, traceId: '' });
    } catch (error) {
      if (error instanceof CallError) onGreetingFailed?.(error);
    }
  }

  const clients = targets.map(
    (target) =>
      new Client(target, security, {
        ...channelOptions,
        'grpc.ssl_target_name_override': serverName,
        'grpc.default_authority': serverName,
        'grpc.max_receive_message_length': options.maxResponseBytes ?? 16 << 20,
      }),
  );
  const slots = clients.flatMap((client, index) => {
    const count = options.streamsPerTarget ?? (targets[index]?.startsWith('dns:') ? 4 : 1);
    return Array.from({ length: count }, () => new Slot(() => openStream(client, service), greet, wakeAll));
  });

  const openLanes = (): Lane[] => slots.flatMap((slot) => slot.lane ?? []);

  function leastBusy(): Lane | undefined {
    let best: Lane | undefined;
    for (const { lane } of slots) if (lane && (!best || lane.inFlight < best.inFlight)) best = lane;
    return best;
  }

  function laneBefore(deadline: number, signal?: AbortSignal): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal?.removeEventListener('abort', onAbort);
        act();
      };
      const wake = (): void => {
        const lane = leastBusy();
        if (closed)
          finish(() => {
            reject(new CallError('closed', 'the client is closed'));
          });
        else if (lane)
          finish(() => {
            resolve(lane);
          });
      };
      const onAbort = (): void => {
        finish(() => {
          reject(new CallError('aborted', 'the call was given up'));
        });
      };
      const timer = setTimeout(() => {
        finish(() => {
          reject(new CallError('no-connection', `no connection to ${serverName} within the deadline`));
        });
      }, deadline - Date.now());
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.add(wake);
    });
  }

  async function call(method: string, request: Uint8Array, callOptions: CallOptions): Promise<Uint8Array> {
    if (closed) throw new CallError('closed', 'the client is closed');
    const deadline = Date.now() + callOptions.timeoutMs;
    for (let triesLeft = callOptions.idempotent === true ? 3 : 1; ;) {
      const lane = leastBusy() ?? (await laneBefore(deadline, callOptions.signal));
      try {
        return await lane.call(method, request, {
          ...callOptions,
          timeoutMs: Math.max(1, deadline - Date.now()),
        });
      } catch (error) {
        triesLeft--;
        const again =
          error instanceof CallError && error.failure === 'connection-lost' && Date.now() < deadline;
        if (!again || triesLeft === 0) throw error;
      }
    }
  }

  return {
    call,
    broadcast: (method, request, callOptions) =>
      Promise.allSettled(openLanes().map((lane) => lane.call(method, request, callOptions))),
    openStreams: () => openLanes().length,
    close() {
      closed = true;
      for (const slot of slots) slot.close();
      for (const client of clients) client.close();
      wakeAll();
    },
  };
}
