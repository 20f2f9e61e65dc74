import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { CallError } from './call-error.js';
import { checkHealth } from './check-health.js';
import { decodeReplyFrames, encodeCallFrames } from './frames.js';
import type { CallOptions, Lane } from './lane.js';
import { connectTimeoutMs, longestBackoffMs, Slot } from './slot.js';
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
  /** Streams to each target; more than one only pays where a target stands for several servers. */
  readonly streamsPerTarget?: number;
  /**
   * Called for each new stream: a call that is made, and answered, before any other on it; once more whenever
   * it has changed by then.
   */
  readonly greeting?: () => Hello | undefined;
  /** Called for each new stream, after the greeting: reads out of an answer which server is at its end. */
  readonly identify?: {
    readonly method: string;
    readonly request: Uint8Array;
    readonly read: (response: Uint8Array) => string;
  };
  /** Told when a greeting is refused; the stream is used nevertheless. */
  readonly onGreetingFailed?: (error: CallError) => void;
  readonly maxResponseBytes?: number;
};

export type CallClient = {
  readonly call: (method: string, request: Uint8Array, options: CallOptions) => Promise<Uint8Array>;
  /** The server to which the next call would go, as `identify` has read its name; '' = unknown. */
  readonly nextPeer: () => string;
  /** The same call on every open stream; one result each. */
  readonly broadcast: (
    method: string,
    request: Uint8Array,
    options: CallOptions,
  ) => Promise<PromiseSettledResult<Uint8Array>[]>;
  /** How many streams are ready for calls. */
  readonly openStreams: () => number;
  /** Calls that were sent and have no answer yet. */
  readonly inFlight: () => number;
  /**
   * Whether at least one server says within that time that it serves. Asks as many times as there are
   * streams, so behind a name more than one.
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

  /** Resolves as soon as `find` finds a lane, asked anew at each `wakeAll`. `find` may throw. */
  wait(
    find: () => Lane | undefined,
    deadline: number,
    serverName: string,
    signal?: AbortSignal,
  ): Promise<Lane> {
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
          const lane = find();
          if (lane)
            settle(() => {
              resolve(lane);
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

type Hello = { readonly method: string; readonly request: Uint8Array };

type Greeting = Pick<CallClientOptions, 'greeting' | 'identify' | 'onGreetingFailed'>;

/**
 * Calls `greeted` once the server has been told what is to be said now. The greeting may change while the
 * server is asked for its name, and a broadcast does not reach a stream that is not in use yet: so the
 * greeting is asked for again, and nothing may be awaited in between.
 */
async function greet(options: Greeting, lane: Lane, greeted: () => void): Promise<void> {
  let said = options.greeting?.();
  await Promise.all([sayHello(options, lane, said), askForName(options, lane)]);
  while (lane.state === 'open') {
    const next = options.greeting?.();
    if (isSaid(said, next)) break;
    said = next;
    await sayHello(options, lane, said);
  }
  greeted();
}

function isSaid(said: Hello | undefined, next: Hello | undefined): boolean {
  if (said === undefined || next === undefined) return next === undefined;
  return said.method === next.method && Buffer.compare(said.request, next.request) === 0;
}

async function sayHello({ onGreetingFailed }: Greeting, lane: Lane, hello: Hello | undefined): Promise<void> {
  if (!hello) return;
  try {
    await lane.call(hello.method, hello.request, { timeoutMs: connectTimeoutMs, traceId: '' });
  } catch (error) {
    if (error instanceof CallError) onGreetingFailed?.(error);
  }
}

/** A server that does not answer stays without a name: it is not called by one then. */
async function askForName({ identify }: Greeting, lane: Lane): Promise<void> {
  if (!identify) return;
  const { method, request, read } = identify;
  try {
    lane.peer = read(await lane.call(method, request, { timeoutMs: connectTimeoutMs, traceId: '' }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

function openSlot(options: CallClientOptions, channel: Client, onChange: () => void): Slot {
  const open = () =>
    channel.makeBidiStreamRequest(
      `/${options.service}/Calls`,
      encodeCallFrames,
      decodeReplyFrames,
      new Metadata(),
      {},
    );
  return new Slot(open, (lane, greeted) => greet(options, lane, greeted), onChange);
}

/**
 * What becomes of a call that was sent on a connection that broke, and cannot be sent again. The server may
 * have done it.
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
 * A client whose calls travel over long-lived streams. It connects at once and keeps trying; calls wait for a
 * connection until their deadline.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  const { targets, serverName } = options;
  const waiting = new WaitingCalls();
  let closed = false;

  const channels = targets.map((target) => createChannel(target, options));
  const streamsOf = (target: string | undefined): number =>
    options.streamsPerTarget ?? (target?.startsWith('dns:') ? 4 : 1);
  const slots = channels.flatMap((channel, index) =>
    Array.from({ length: streamsOf(targets[index]) }, () =>
      openSlot(options, channel, () => {
        waiting.wakeAll();
      }),
    ),
  );

  function leastBusy(peer?: string): Lane | undefined {
    if (closed) throw new CallError('closed', 'the client is closed');
    let best: Lane | undefined;
    for (const { lane } of slots)
      if (lane && (peer === undefined || lane.peer === peer) && (!best || lane.inFlight < best.inFlight))
        best = lane;
    if (!best && peer !== undefined) throw new CallError('peer-gone', 'no stream leads to that server');
    const [refusal] = slots.flatMap((slot) => slot.refusal ?? []);
    if (!best && refusal && slots.every((slot) => slot.refusal)) throw refusal;
    return best;
  }

  async function laneFor(
    find: () => Lane | undefined,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<Lane> {
    return find() ?? (await waiting.wait(find, deadline, serverName, signal));
  }

  async function call(method: string, request: Uint8Array, callOptions: CallOptions): Promise<Uint8Array> {
    const deadline = Date.now() + callOptions.timeoutMs;
    const find = (): Lane | undefined => leastBusy(callOptions.peer);
    let lost: CallError | undefined;
    for (let triesLeft = callOptions.idempotent === true ? 3 : 1; ;) {
      const lane = await laneFor(find, deadline, callOptions.signal).catch((error: unknown) => {
        throw lost ? afterLoss(lost, error) : error;
      });
      try {
        return await lane.call(method, request, {
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

  const openLanes = (): Lane[] => slots.flatMap((slot) => slot.lane ?? []);

  return {
    call,
    nextPeer: () => {
      const [best] = openLanes().toSorted((left, right) => left.inFlight - right.inFlight);
      return best?.peer ?? '';
    },
    broadcast: (method, request, callOptions) =>
      Promise.allSettled(openLanes().map((lane) => lane.call(method, request, callOptions))),
    openStreams: () => openLanes().length,
    inFlight: () => openLanes().reduce((sum, lane) => sum + lane.inFlight, 0),
    serving: (timeoutMs) =>
      Promise.any(
        channels.flatMap((channel, index) =>
          Array.from({ length: streamsOf(targets[index]) }, () => checkHealth(channel, timeoutMs)),
        ),
      ).catch(() => false),
    close() {
      closed = true;
      for (const slot of slots) slot.close();
      for (const channel of channels) channel.close();
      waiting.wakeAll();
    },
  };
}
