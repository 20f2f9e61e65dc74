import {
  startCallServer,
  type Call,
  type CallServer,
  type RefusalReason,
  type Tls,
} from '@wallet-service/call-stream';
import { AppError, toWire, type ErrorCode } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import { inSpanBelow } from '@wallet-service/tracing';
import type { actFor } from './acting.js';
import { authorize, callerNameOf, type Access, type GrantCheck, type MethodAccess } from './access.js';
import type { Definition, ReceivedRequestOf, ResponseOf, UnaryMethod } from './definitions.js';
import { spansOf } from './spans-of.js';
import { createTurns } from './turns.js';
import { statusOfKind } from './status.js';

export type CallContext = {
  /** The DNS name in the caller's certificate by which it may call the method. */
  readonly caller: string;
  /** The owner of the caller's credential. Undefined if the method needs none. */
  readonly grant?: Grant | undefined;
  /** Why, in the caller's words. Empty if they say nothing. */
  readonly reason: string;
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
};

export type Handlers<Methods> = {
  readonly [Name in UnaryMethod<Methods>]: (
    request: ReceivedRequestOf<Methods[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Methods[Name]>>;
};

export type ServeOptions<Methods> = {
  readonly definition: Definition<Methods>;
  readonly handlers: Handlers<Methods>;
  readonly access: Access<Methods>;
  /** Verifies a grant. Throws `auth.grant-invalid`. Without it every method that needs a grant is refused. */
  readonly checkGrant?: GrantCheck;
  /** Makes `acting()` true below the handlers of calls with a grant. */
  readonly actFor?: typeof actFor;
  /** `unix:/path` or `host:port`. */
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  /**
   * Called for every call that a handler has answered. `code` is `ok` or an error code, `caller` as in its
   * context.
   */
  readonly observe?: (call: {
    readonly method: string;
    readonly code: ErrorCode | 'ok';
    readonly seconds: number;
    readonly traceId: string;
    readonly caller: string;
  }) => void;
  /** Called for every failure that is a bug or an incident, with its cause. */
  readonly onInternalError: (error: unknown, call: { method: string; traceId: string }) => void;
  /** Called for connections that were closed because their callers used up more than they may. */
  readonly onCut?: (callers: string, why: string, count: number) => void;
  readonly maxRequestBytes?: number;
};

const refusalCodes = {
  'caller-not-allowed': 'auth.caller-not-allowed',
  'unknown-method': 'request.not-found',
  'no-deadline': 'request.invalid',
  'too-many-calls': 'service.overloaded',
  malformed: 'request.malformed',
} as const satisfies Record<RefusalReason, ErrorCode>;

type Handler = (request: object, context: CallContext) => Promise<object>;

/** Serves the handlers over mTLS, as unary methods and over the call stream, with the standard health service. */
export function serve<Methods>(options: ServeOptions<Methods>): Promise<CallServer> {
  const { definition, observe, onInternalError, checkGrant } = options;
  const access = options.access as unknown as Readonly<Record<string, MethodAccess>>;
  const handlers = options.handlers as unknown as Readonly<Record<string, Handler>>;
  const methods = definition.methods as Readonly<
    Record<string, (typeof definition.methods)[UnaryMethod<Methods>]>
  >;

  const spanOf = spansOf(definition.service, methods, 'server');
  const inTurn = createTurns();
  const dispatch = (call: Call): Promise<Uint8Array> =>
    inSpanBelow({ traceId: call.traceId, spanId: call.parentSpanId }, spanOf(call.method), () =>
      answer(call),
    );

  async function answer(call: Call): Promise<Uint8Array> {
    const { method, traceId, deadline, reason } = call;
    const codec = methods[method];
    const handler = handlers[method];
    if (!codec || !handler) throw new AppError('request.not-found', `no method ${method}`);
    const needs = access[method] ?? {};
    const caller = callerNameOf(needs, call.callers) ?? '';
    const started = process.hrtime.bigint();
    let code: ErrorCode | 'ok' = 'ok';
    try {
      const request = decodeRequest(codec.requestDeserialize, call.request);
      const grant = await authorize(needs[caller], request, call.grant, checkGrant);
      const work = () => handler(request, { caller, grant, reason, traceId, deadline });
      const response = await inTurn(request, call.request.length, () =>
        grant && options.actFor ? options.actFor(grant, call, work) : work(),
      );
      return codec.responseSerialize(response);
    } catch (error) {
      code = error instanceof AppError ? error.code : 'internal';
      if (!(error instanceof AppError) || error.kind === 'internal')
        onInternalError(error, { method, traceId });
      throw error;
    } finally {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      afterTheAnswer(() => observe?.({ method, code, seconds, traceId, caller }));
    }
  }

  return startCallServer({
    service: definition.service,
    allowed: Object.fromEntries(
      Object.entries(access).map(([method, needs]) => [method, Object.keys(needs)]),
    ),
    dispatch,
    encodeError: (error) => ({
      bytes: Buffer.from(JSON.stringify(toWire(error))),
      status: statusOfKind[error instanceof AppError ? error.kind : 'internal'],
    }),
    refuse: (reason, detail) => new AppError(refusalCodes[reason], `${reason}: ${detail}`),
    ...(options.onCut && { onCut: options.onCut }),
    occasional: ['operator'],
    listen: options.listen,
    tls: options.tls,
    ready: options.ready,
    maxRequestBytes: () => options.maxRequestBytes ?? 1 << 20,
  });
}

// The answer is sent in the next tick (call-stream), so the caller does not wait for the log.
function afterTheAnswer(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

function decodeRequest(decode: (bytes: Buffer) => object, bytes: Uint8Array): object {
  try {
    return decode(bytes as Buffer);
  } catch (error) {
    throw new AppError('request.malformed', 'the request message cannot be decoded', { cause: error });
  }
}
