import type { status } from '@grpc/grpc-js';
import type { Tls } from './tls.js';

export type Call = {
  readonly method: string;
  readonly request: Uint8Array;
  /** DNS names of the client certificate's SAN. The common name is ignored on purpose. */
  readonly callers: readonly string[];
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits, when this trace is recorded; else ''. */
  readonly parentSpanId: string;
  /** Identity's word on the credential that the call needs, not verified yet; empty = none. */
  readonly grant: Uint8Array;
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
  /** Callers that people or timers stand behind: what they may use up is little. */
  readonly occasional?: readonly string[];
  /** Decodes, does the work, encodes. Rejects with what `encodeError` understands. */
  readonly dispatch: (call: Call) => Promise<Uint8Array>;
  /** The failure as bytes for the caller, and the gRPC status for callers of the unary form. MUST NOT throw. */
  readonly encodeError: (error: unknown) => { bytes: Uint8Array; status: status };
  /**
   * The failure for a refused caller, an unknown method, a missing deadline or too many calls at once.
   * `detail` is the caller's word.
   */
  readonly refuse: (reason: RefusalReason, detail: string, callers: readonly string[]) => Error;
  /** Told of connections that were cut, whose they were and why; often ones are told together, with their number. */
  readonly onCut?: (callers: string, why: CutReason, count: number) => void;
  /** `unix:/path` or `host:port`; port 0 = any free port. */
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  /** Of each method; default 1 MiB. A caller may send on a stream as much as the largest that it may call. */
  readonly maxRequestBytes?: (method: string) => number;
};

export type RefusalReason =
  'caller-not-allowed' | 'unknown-method' | 'no-deadline' | 'too-many-calls' | 'malformed';

/** What of its allowance a caller had used up when its connection was cut. */
export type CutReason =
  'handshakes' | 'connections' | 'streams' | 'refusals' | 'pieces' | 'bytes' | 'overhead';
