import { CallError, createCallClient, type Tls } from '@wallet-service/call-stream';
import { AppError, fromWire, type ErrorOnTheWire } from '@wallet-service/errors';
import { activeSpanId, inSpan } from '@wallet-service/tracing';
import type { Definition, ReceivedResponseOf, RequestOf, UnaryMethod } from './definitions.js';
import { spansOf } from './spans-of.js';

export type ClientCallOptions = {
  /** Milliseconds from now until the answer is useless. */
  readonly deadlineMs: number;
  readonly traceId: string;
  /** Identity's grant for the credential that the method needs. */
  readonly grant?: Uint8Array | undefined;
  /** Why the caller makes a change, in their words: at most 2 KiB. */
  readonly reason?: string | undefined;
  /** The method may run twice, so it is called again if the connection breaks. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
};

export type Client<Methods> = {
  /** Rejects with AppError only. */
  readonly call: <Name extends UnaryMethod<Methods>>(
    method: Name,
    request: RequestOf<Methods[Name]>,
    options: ClientCallOptions,
  ) => Promise<ReceivedResponseOf<Methods[Name]>>;
  readonly connected: () => boolean;
  readonly openStreams: () => number;
  /** Calls without an answer so far. */
  readonly inFlight: () => number;
  /** Whether at least one server behind this client reports within that time that it serves. */
  readonly serving: (timeoutMs: number) => Promise<boolean>;
  readonly close: () => void;
};

export type ConnectOptions<Methods> = {
  readonly definition: Definition<Methods>;
  /** gRPC targets, such as `unix:/run/wallet.sock` or `dns:///wallet:50051`. */
  readonly targets: readonly string[];
  readonly tls: Tls;
  /** The DNS SAN that the server's certificate must have. */
  readonly serverName: string;
};

/** What a call without an answer means to the API's caller. */
export function toAppError(error: unknown, serverName: string): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof CallError)) return new AppError('internal', 'the call failed', { cause: error });
  switch (error.failure) {
    case 'refused':
      return fromWire(JSON.parse(Buffer.from(error.bytes).toString('utf8')) as ErrorOnTheWire);
    case 'deadline':
      return new AppError('service.deadline-exceeded', `the ${serverName} service did not answer in time`, {
        cause: error,
      });
    case 'connection-lost':
    case 'peer-gone':
    case 'no-connection':
    case 'closed':
    case 'aborted':
      return new AppError('service.unavailable', `the ${serverName} service is not reachable`, {
        cause: error,
        retryAfterSeconds: 1,
      });
  }
}

export function connect<Methods>({
  definition,
  targets,
  tls,
  serverName,
}: ConnectOptions<Methods>): Client<Methods> {
  const client = createCallClient({ service: definition.service, targets, tls, serverName });
  const methods = definition.methods as Readonly<
    Record<string, (typeof definition.methods)[UnaryMethod<Methods>]>
  >;
  async function send(
    method: UnaryMethod<Methods>,
    request: object,
    { deadlineMs, grant, reason, ...options }: ClientCallOptions,
  ): Promise<object> {
    const codec = methods[method];
    if (!codec) throw new AppError('internal', 'the method is not in the definition');
    try {
      const response = await client.call(method, codec.requestSerialize(request), {
        timeoutMs: deadlineMs,
        parentSpanId: activeSpanId(),
        ...(grant && { grant }),
        ...(reason !== undefined && { reason }),
        ...options,
      });
      return codec.responseDeserialize(response as Buffer);
    } catch (error) {
      throw toAppError(error, serverName);
    }
  }
  const spanOf = spansOf(definition.service, methods, 'client');

  return {
    call: (method, request, options) =>
      inSpan(spanOf(method), () => send(method, request as object, options)) as Promise<never>,
    connected: () => client.openStreams() > 0,
    inFlight: client.inFlight,
    openStreams: client.openStreams,
    serving: (timeoutMs) => client.serving(timeoutMs),
    close: () => {
      client.close();
    },
  };
}
