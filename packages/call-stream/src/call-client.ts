import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { CallError } from './call-error.js';
import { checkHealth } from './check-health.js';
import { decodeReplyFrames, encodeCallFrames } from './frames.js';
import type { CallOptions, CallStream } from './call-stream.js';
import { connectTimeoutMs, longestBackoffMs, ReconnectingStream } from './reconnecting-stream.js';
import type { Tls } from './tls.js';

export type CallClientOptions = {
  readonly service: string;
  /**
   * gRPC targets: `unix:/path`, `host:port`, `dns:///name:port`. Calls go to the stream with the fewest calls
   * in flight.
   */
  readonly targets: readonly string[];
  readonly tls: Tls;
  /** The DNS SAN that the server's certificate must have. */
  readonly serverName: string;
  /** Streams to each target. More than one pays only if a target stands for several servers. */
  readonly streamsPerTarget?: number;
  /** Called for each new stream. Reads from the answer which server is at the other end. */
  readonly identify?: {
    readonly method: string;
    readonly request: Uint8Array;
    readonly read: (response: Uint8Array) => string;
  };
  readonly maxResponseBytes?: number;
};

export type CallClient = {
  readonly call: (method: string, request: Uint8Array, options: CallOptions) => Promise<Uint8Array>;
  /** The server that would get the next call, by the name that `identify` read. '' if unknown. */
  readonly nextPeer: () => string;
  /** The same call on every open stream, with one result for each. */
  readonly broadcast: (
    method: string,
    request: Uint8Array,
    options: CallOptions,
  ) => Promise<PromiseSettledResult<Uint8Array>[]>;
  /** How many streams are ready for calls. */
  readonly openStreams: () => number;
  /** Calls without an answer so far. */
  readonly inFlight: () => number;
  /**
   * Whether at least one server reports within that time that it serves. Sends as many requests as there are
   * streams, so behind a name several servers get one.
   */
  readonly serving: (timeoutMs: number) => Promise<boolean>;
  readonly close: () => void;
};

const channelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  'grpc.dns_min_time_between_resolutions_ms': 5_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.max_reconnect_backoff_ms': longestBackoffMs,
  'grpc.initial_reconnect_backoff_ms': 100,
} as const;

function createChannel(target: string, { tls, serverName, maxResponseBytes }: CallClientOptions): Client {
  return new Client(target, credentials.createSsl(tls.ca, tls.key, tls.cert), {
    ...channelOptions,
    'grpc.ssl_target_name_override': serverName,
    'grpc.default_authority': serverName,
    'grpc.max_receive_message_length': maxResponseBytes ?? 16 << 20,
  });
}

/** The callers that wait for a stream to open. */
class WaitingCalls {
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

/** A server that does not answer stays without a name, and is not called by name. */
async function identifyPeer({ identify }: CallClientOptions, stream: CallStream): Promise<void> {
  if (!identify) return;
  const { method, request, read } = identify;
  try {
    stream.peer = read(await stream.call(method, request, { timeoutMs: connectTimeoutMs, traceId: '' }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

function keepStreamOpen(
  options: CallClientOptions,
  channel: Client,
  onChange: () => void,
): ReconnectingStream {
  const open = () =>
    channel.makeBidiStreamRequest(
      `/${options.service}/Calls`,
      encodeCallFrames,
      decodeReplyFrames,
      new Metadata(),
      {},
    );
  return new ReconnectingStream(
    open,
    (stream, usable) => identifyPeer(options, stream).then(usable),
    onChange,
  );
}

/**
 * The error of a call that was sent on a broken connection and cannot be sent again. The server may have
 * performed it.
 */
function afterLoss(lost: CallError, error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  if (error.failure === 'no-connection')
    return new CallError('deadline', 'the connection broke, and no answer came within the deadline');
  return error.failure === 'peer-gone'
    ? new CallError('peer-gone', 'the stream to that server broke before it answered', undefined, lost)
    : error;
}

/**
 * A client that makes calls over long-lived streams. It connects at once and keeps trying. Calls wait for a
 * connection until their deadline.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  const { targets, serverName } = options;
  const waiting = new WaitingCalls();
  let closed = false;

  const channels = targets.map((target) => createChannel(target, options));
  const streamsOf = (target: string | undefined): number =>
    options.streamsPerTarget ?? (target?.startsWith('dns:') ? 4 : 1);
  const streams = channels.flatMap((channel, index) =>
    Array.from({ length: streamsOf(targets[index]) }, () =>
      keepStreamOpen(options, channel, () => {
        waiting.wakeAll();
      }),
    ),
  );

  function leastBusy(peer?: string): CallStream | undefined {
    if (closed) throw new CallError('closed', 'the client is closed');
    let best: CallStream | undefined;
    for (const { current: at } of streams)
      if (at && (peer === undefined || at.peer === peer) && (!best || at.inFlight < best.inFlight)) best = at;
    if (!best && peer !== undefined) throw new CallError('peer-gone', 'no stream leads to that server');
    const [refusal] = streams.flatMap((stream) => stream.refusal ?? []);
    if (!best && refusal && streams.every((stream) => stream.refusal)) throw refusal;
    return best;
  }

  async function streamFor(
    find: () => CallStream | undefined,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<CallStream> {
    return find() ?? (await waiting.wait(find, deadline, serverName, signal));
  }

  async function call(method: string, request: Uint8Array, callOptions: CallOptions): Promise<Uint8Array> {
    const deadline = Date.now() + callOptions.timeoutMs;
    const find = (): CallStream | undefined => leastBusy(callOptions.peer);
    let lost: CallError | undefined;
    for (let triesLeft = callOptions.idempotent === true ? 3 : 1; ;) {
      const stream = await streamFor(find, deadline, callOptions.signal).catch((error: unknown) => {
        throw lost ? afterLoss(lost, error) : error;
      });
      try {
        return await stream.call(method, request, {
          ...callOptions,
          timeoutMs: Math.max(1, deadline - Date.now()),
        });
      } catch (error) {
        triesLeft--;
        if (!(error instanceof CallError) || error.failure !== 'connection-lost') throw error;
        if (Date.now() >= deadline || triesLeft === 0) throw error;
        lost = error;
      }
    }
  }

  const openStreams = (): CallStream[] => streams.flatMap((stream) => stream.current ?? []);

  return {
    call,
    nextPeer: () => {
      const [best] = openStreams().toSorted((left, right) => left.inFlight - right.inFlight);
      return best?.peer ?? '';
    },
    broadcast: (method, request, callOptions) =>
      Promise.allSettled(openStreams().map((stream) => stream.call(method, request, callOptions))),
    openStreams: () => openStreams().length,
    inFlight: () => openStreams().reduce((sum, stream) => sum + stream.inFlight, 0),
    serving: (timeoutMs) =>
      Promise.any(
        channels.flatMap((channel, index) =>
          Array.from({ length: streamsOf(targets[index]) }, () => checkHealth(channel, timeoutMs)),
        ),
      ).catch(() => false),
    close() {
      closed = true;
      for (const stream of streams) stream.close();
      for (const channel of channels) channel.close();
      waiting.wakeAll();
    },
  };
}
