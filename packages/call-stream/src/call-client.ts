import { createSecureContext } from 'node:tls';
import { CallError } from './call-error.js';
import { checkHealth, probeHealth } from './check-health.js';
import { CallStream, type CallOptions } from './call-stream.js';
import { connectTo, type Peer } from './connection.js';
import { connectTimeoutMs, ReconnectingStream } from './reconnecting-stream.js';
import { placeOf } from './place.js';
import { resolverOf } from './targets.js';
import type { Tls } from './tls.js';
import { WaitingCalls } from './waiting-calls.js';

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
  /**
   * Streams to each target, each on a connection of its own. More than one pays only if a target stands for several
   * servers: 4 for `dns:`, else 1.
   */
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
  /** The servers at the other ends of the open streams, one for each stream whose server is known. */
  readonly peers: () => readonly string[];
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

const largestResponse = 16 << 20;

/** A server that refuses to say its name stays without one, and is not called by name. */
async function identifyPeer({ identify }: CallClientOptions, stream: CallStream): Promise<void> {
  if (!identify) return;
  const { method, request, read } = identify;
  try {
    stream.peer = read(await stream.call(method, request, connectTimeoutMs, { traceId: '' }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

/** Rejects with the server's refusal if it takes no calls of this caller. */
async function openStream(
  options: CallClientOptions,
  peer: Peer,
  onChange: (stream: CallStream) => void,
  signal: AbortSignal,
): Promise<CallStream> {
  const connection = await connectTo(peer, signal);
  const giveUp = (): void => {
    connection.destroy();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const stream = await new Promise<CallStream>((resolve, reject) => {
      new CallStream(connection, {
        path: `/${options.service}/Calls`,
        maxResponseBytes: options.maxResponseBytes ?? largestResponse,
        onChange: (changed) => {
          if (changed.state === 'open') resolve(changed);
          else if (changed.state === 'closed')
            reject(changed.refusal ?? new CallError('no-connection', 'the server opened no stream'));
          onChange(changed);
        },
      });
    });
    await identifyPeer(options, stream);
    return stream;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
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

function throwIfAllAreRefused(streams: readonly ReconnectingStream[]): void {
  const [refusal] = streams.flatMap((stream) => stream.refusal ?? []);
  if (refusal && streams.every((stream) => stream.refusal)) throw refusal;
}

async function isServing(peer: Peer, stream: CallStream | undefined, timeoutMs: number): Promise<true> {
  const serves = stream ? checkHealth(stream.connection, timeoutMs) : probeHealth(peer, timeoutMs);
  if (await serves) return true;
  throw new Error('not serving');
}

/**
 * A client that makes calls over long-lived streams. It connects at once and keeps trying. Calls wait for a
 * connection until their deadline.
 */
export function createCallClient(options: CallClientOptions): CallClient {
  const { targets, tls, serverName } = options;
  const waiting = new WaitingCalls();
  let closed = false;

  const secure = createSecureContext(tls);
  const peers = targets.flatMap((target) => {
    const peer = { resolve: resolverOf(target), secure, serverName, place: placeOf(target) };
    return Array.from(
      { length: options.streamsPerTarget ?? (target.startsWith('dns:') ? 4 : 1) },
      () => peer,
    );
  });
  const streams = peers.map(
    (peer) =>
      new ReconnectingStream(
        peer.place,
        (onChange, signal) => openStream(options, peer, onChange, signal),
        () => {
          waiting.wakeAll();
        },
      ),
  );

  function leastBusy(peer?: string): CallStream | undefined {
    if (closed) throw new CallError('closed', 'the client is closed');
    let best: CallStream | undefined;
    for (const { current: at } of streams)
      if (at && (peer === undefined || at.peer === peer) && (!best || at.inFlight < best.inFlight)) best = at;
    if (!best && peer !== undefined) throw new CallError('peer-gone', 'no stream leads to that server');
    if (!best) throwIfAllAreRefused(streams);
    return best;
  }

  async function call(method: string, request: Uint8Array, callOptions: CallOptions): Promise<Uint8Array> {
    const { timeoutMs, peer, signal } = callOptions;
    const deadline = Date.now() + timeoutMs;
    const find = (): CallStream | undefined => leastBusy(peer);
    let lost: CallError | undefined;
    for (let triesLeft = callOptions.idempotent === true ? 3 : 1; ;) {
      let stream: CallStream;
      try {
        stream = find() ?? (await waiting.wait(find, deadline, serverName, signal));
      } catch (error) {
        throw lost ? afterLoss(lost, error) : error;
      }
      try {
        return await stream.call(method, request, Math.max(1, deadline - Date.now()), callOptions);
      } catch (error) {
        // It was not sent, because the stream began to leave.
        if (error instanceof CallError && error.failure === 'no-connection') continue;
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
    peers: () => openStreams().flatMap(({ peer }) => (peer === '' ? [] : [peer])),
    broadcast: (method, request, callOptions) =>
      Promise.allSettled(
        openStreams().map((stream) => stream.call(method, request, callOptions.timeoutMs, callOptions)),
      ),
    openStreams: () => openStreams().length,
    inFlight: () => openStreams().reduce((sum, stream) => sum + stream.inFlight, 0),
    serving: (timeoutMs) =>
      Promise.any(peers.map((peer, index) => isServing(peer, streams[index]?.current, timeoutMs))).catch(
        () => false,
      ),
    close() {
      closed = true;
      for (const stream of streams) stream.close();
      waiting.wakeAll();
    },
  };
}
