import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import {
  decodeCallFrames,
  encodeReplyFrames,
  type CallFrame,
  type ReplyFrame,
  type ReplyFrames,
} from './frames.js';
import { healthService, type ServingStatus } from './health.js';
import type { Tls } from './tls.js';

export type Call = {
  readonly method: string;
  readonly request: Uint8Array;
  /** DNS names of the client certificate's SAN. The common name is ignored on purpose. */
  readonly callers: readonly string[];
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal;
};

export type CallServerOptions = {
  /** Full name, such as `wallet.v1.Wallet`. */
  readonly service: string;
  /** Which callers may call which method. A method that is not listed does not exist; an empty list means nobody. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** Decodes, does the work, encodes. Rejects with what `encodeError` understands. */
  readonly dispatch: (call: Call) => Promise<Uint8Array>;
  /** The failure as bytes for the caller, and the gRPC status for callers of the unary form. MUST NOT throw. */
  readonly encodeError: (error: unknown) => { bytes: Uint8Array; status: status };
  /** The failure for a refused caller, an unknown method, a missing deadline or too many calls at once. */
  readonly refuse: (reason: RefusalReason, detail: string) => Error;
  /** `unix:/path` or `host:port`; port 0 = any free port. */
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  readonly maxRequestBytes?: number;
  readonly maxCallsInFlight?: number;
};

export type RefusalReason =
  'caller-not-allowed' | 'unknown-method' | 'no-deadline' | 'too-many-calls' | 'malformed';

export type CallServer = {
  /** What to connect to: `unix:/path` or `host:port` with the real port. */
  readonly address: string;
  /** Tells every caller to go elsewhere, answers what is in flight, and stops; after `timeoutMs` by force. */
  readonly drain: (timeoutMs?: number) => Promise<void>;
};

const none = new Uint8Array(0);
const longestTimeoutMs = 120_000;
// Long-lived streams are renewed by the client every 45 s, so one that starts just before its connection's age limit still ends within the grace.
const connectionAge = { 'grpc.max_connection_age_ms': 120_000, 'grpc.max_connection_age_grace_ms': 60_000 };

type AuthenticatedCall = Pick<ServerDuplexStream<unknown, unknown>, 'getAuthContext'>;

function callersOf(call: AuthenticatedCall): readonly string[] {
  const names = call.getAuthContext().sslPeerCertificate?.subjectaltname ?? '';
  return names
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}

export async function startCallServer(options: CallServerOptions): Promise<CallServer> {
  const { service, allowed, dispatch, encodeError, refuse, tls } = options;
  const maxCallsInFlight = options.maxCallsInFlight ?? 2_000;
  const streams = new Set<() => void>();
  let draining = false;
  let inFlight = 0;

  /** Every call passes here, whichever form it came in. */
  async function run(
    call: Omit<Call, 'signal' | 'deadline'>,
    timeoutMs: number,
    gone?: AbortSignal,
  ): Promise<Uint8Array> {
    const { method, callers } = call;
    if (!Object.hasOwn(allowed, method)) throw refuse('unknown-method', method);
    if (!callers.some((name) => allowed[method]?.includes(name))) throw refuse('caller-not-allowed', method);
    if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) throw refuse('no-deadline', method);
    if (inFlight >= maxCallsInFlight) throw refuse('too-many-calls', method);
    inFlight++;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
    }, timeoutMs);
    const onGone = (): void => {
      abort.abort();
    };
    gone?.addEventListener('abort', onGone, { once: true });
    try {
      return await dispatch({ ...call, deadline: Date.now() + timeoutMs, signal: abort.signal });
    } finally {
      inFlight--;
      clearTimeout(timer);
      gone?.removeEventListener('abort', onGone);
    }
  }

  function serveStream(stream: ServerDuplexStream<CallFrame[], ReplyFrames>): void {
    const callers = callersOf(stream);
    const gone = new AbortController();
    let outbox: ReplyFrame[] = [];
    let flushing = false;
    let open = true;

    const flush = (): void => {
      flushing = false;
      if (!open || outbox.length === 0) return;
      const frames = outbox;
      outbox = [];
      stream.write({ frames, draining: false });
    };
    const reply = (frame: ReplyFrame): void => {
      outbox.push(frame);
      if (flushing) return;
      flushing = true;
      setImmediate(flush);
    };
    const sayDraining = (): void => {
      if (open) stream.write({ frames: [], draining: true });
    };
    const close = (): void => {
      open = false;
      streams.delete(sayDraining);
      gone.abort();
    };

    // At once, so that the client knows that this stream really has a server at its other end.
    stream.sendMetadata(new Metadata());
    streams.add(sayDraining);
    if (draining) sayDraining();
    stream.on('data', (frames: CallFrame[]) => {
      for (const { id, method, request, timeoutMs, traceId } of frames) {
        run({ method, request, callers, traceId }, timeoutMs, gone.signal).then(
          (response) => {
            reply({ id, response, error: none });
          },
          (error: unknown) => {
            reply({ id, response: none, error: encodeError(error).bytes });
          },
        );
      }
    });
    stream.on('end', () => {
      flush();
      stream.end();
    });
    stream.on('error', close);
    stream.on('close', close);
    stream.on('cancelled', close);
  }

  function serveUnary(method: string) {
    return (call: ServerUnaryCall<Buffer, Uint8Array>, answer: sendUnaryData<Uint8Array>): void => {
      const gone = new AbortController();
      call.on('cancelled', () => {
        gone.abort();
      });
      const deadline = call.getDeadline();
      const timeoutMs = Math.min(
        (deadline instanceof Date ? deadline.getTime() : deadline) - Date.now(),
        Number.MAX_SAFE_INTEGER,
      );
      const traceId = String(call.metadata.get('x-trace-id')[0] ?? '');
      run({ method, request: call.request, callers: callersOf(call), traceId }, timeoutMs, gone.signal).then(
        (response) => {
          answer(null, response);
        },
        (error: unknown) => {
          const { bytes, status: code } = encodeError(error);
          const trailer = new Metadata();
          trailer.set('error-bin', Buffer.from(bytes));
          answer({ code, details: 'see error-bin', metadata: trailer });
        },
      );
    };
  }

  const servingStatus = (): ServingStatus => (!draining && options.ready() ? 'SERVING' : 'NOT_SERVING');

  function serveWatch(call: ServerWritableStream<Buffer, ServingStatus>): void {
    let last = servingStatus();
    call.write(last);
    const timer = setInterval(() => {
      const now = servingStatus();
      if (now !== last) call.write(now);
      last = now;
    }, 1_000).unref();
    const stop = (): void => {
      clearInterval(timer);
    };
    call.on('cancelled', stop);
    call.on('close', stop);
  }

  const server = new Server({
    'grpc.max_receive_message_length': options.maxRequestBytes ?? 1 << 20,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 10_000,
    ...connectionAge,
  });
  const unary = Object.fromEntries(
    Object.keys(allowed).map((method) => [method, unaryDefinition(service, method)]),
  );
  server.addService(
    unary,
    Object.fromEntries(Object.keys(allowed).map((method) => [method, serveUnary(method)])),
  );
  server.addService({ Calls: callsDefinition(service) }, { Calls: serveStream });
  server.addService(healthService as unknown as ServiceDefinition, {
    Check: (_call: unknown, answer: sendUnaryData<ServingStatus>) => {
      answer(null, servingStatus());
    },
    Watch: serveWatch,
  });

  const port = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createSsl(
      tls.ca,
      [{ cert_chain: tls.cert, private_key: tls.key }],
      true,
    );
    server.bindAsync(options.listen, credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });

  return {
    address: options.listen.startsWith('unix:')
      ? options.listen
      : options.listen.replace(/:\d+$/, `:${port}`),
    async drain(timeoutMs = 8_000) {
      draining = true;
      for (const sayDraining of streams) sayDraining();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, timeoutMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}

const asIs = (bytes: Buffer): Buffer => bytes;

export function unaryDefinition(service: string, method: string) {
  return {
    path: `/${service}/${method}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    requestDeserialize: asIs,
    responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    responseDeserialize: asIs,
  } as const;
}

function callsDefinition(service: string) {
  return {
    path: `/${service}/Calls`,
    requestStream: true,
    responseStream: true,
    requestSerialize: () => Buffer.alloc(0),
    requestDeserialize: decodeCallFrames,
    responseSerialize: encodeReplyFrames,
    responseDeserialize: asIs,
  } as const;
}
