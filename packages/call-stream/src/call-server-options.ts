import type { Status } from './status.js';
import type { Tls } from './tls.js';

export type Call = {
  readonly method: string;
  readonly request: Uint8Array;
  /** DNS names of the client certificate's SAN. The common name is ignored on purpose. */
  readonly callers: readonly string[];
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits, when this trace is recorded; else ''. */
  readonly parentSpanId: string;
  /** Identity's grant for the credential that the call needs, not verified yet. Empty if there is none. */
  readonly grant: Uint8Array;
  /** Why the caller makes a change, in their words. Empty if they say nothing. At most 2 KiB. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** `aborted` when the deadline has passed or the caller is gone. */
  readonly signal: Pick<AbortSignal, 'aborted'>;
};

export type CallServerOptions = {
  /** Full name, such as `wallet.v1.Wallet`. */
  readonly service: string;
  /**
   * Which callers may call which method. A method that is not listed does not exist. An empty list means
   * nobody.
   */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** Callers driven by people or timers, which need little. */
  readonly occasional?: readonly string[];
  /** Decodes, performs the call, encodes. Rejects with what `encodeError` understands. */
  readonly dispatch: (call: Call) => Promise<Uint8Array>;
  /** The failure as bytes for the caller, and the gRPC status for callers of the unary form. MUST NOT throw. */
  readonly encodeError: (error: unknown) => { bytes: Uint8Array; status: Status };
  /**
   * The failure for a refused caller, an unknown method, a missing deadline or too many calls at once.
   * `detail` comes from the caller.
   */
  readonly refuse: (reason: RefusalReason, detail: string, callers: readonly string[]) => Error;
  /**
   * Called for connections that were closed, with caller and reason. Frequent ones are reported together,
   * with their number.
   */
  readonly onCut?: (callers: string, why: CutReason, count: number) => void;
  /** `unix:/path` or `host:port`; port 0 = any free port. */
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  /**
   * The limit of each method, 1 MiB by default. On a stream a caller may send as much as the largest method
   * that it may call.
   */
  readonly maxRequestBytes?: (method: string) => number;
};

export type RefusalReason =
  | 'caller-not-allowed'
  | 'unknown-method'
  | 'no-deadline'
  | 'too-many-calls'
  | 'malformed';

/** Which allowance a caller had used up when its connection was closed. */
export type CutReason =
  | 'handshakes'
  | 'connections'
  | 'streams'
  | 'refusals'
  | 'pieces'
  | 'bytes'
  | 'overhead';
