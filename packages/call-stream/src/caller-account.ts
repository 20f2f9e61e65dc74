import { Allowance } from './allowance.js';

const mebibyte = 1 << 20;

/**
 * `frequent`: its calls are requests of users, so only improper calls are limited. `occasional`: people and
 * timers call. `stranger`: it may call nothing here except the health service.
 */
export type CallerKind = 'frequent' | 'occasional' | 'stranger';

type Rate = readonly [perSecond: number, burst: number];
const unlimited: Rate = [Infinity, Infinity];

type Limits = {
  readonly connections: number;
  readonly callsInFlight: number;
  /** HTTP/2 streams that are opened. */
  readonly streams: Rate;
  /** Beyond this rate a caller is not refused, but waits. */
  readonly calls: Rate;
  readonly bytes: Rate;
  /** Chunks of message bytes. */
  readonly pieces: Rate;
  /** Bytes that belong to no message: PING, SETTINGS, RST_STREAM, headers, empty frames. */
  readonly overhead: Rate;
};

const limitsOf: Readonly<Record<CallerKind, Limits>> = {
  frequent: {
    connections: 512,
    callsInFlight: 2_000,
    streams: [1_000, 4_000],
    calls: unlimited,
    bytes: unlimited,
    pieces: unlimited,
    overhead: [2 * mebibyte, 16 * mebibyte],
  },
  occasional: {
    connections: 32,
    callsInFlight: 64,
    streams: [50, 200],
    calls: [100, 200],
    bytes: [4 * mebibyte, 40 * mebibyte],
    pieces: [1_000, 10_000],
    overhead: [mebibyte / 8, mebibyte],
  },
  stranger: {
    connections: 8,
    callsInFlight: 0,
    streams: [10, 100],
    calls: [10, 100],
    bytes: [mebibyte / 64, mebibyte / 16],
    pieces: [10, 100],
    overhead: [mebibyte / 16, mebibyte / 2],
  },
};

/** Refused calls, for every kind of caller. A proper caller has none. */
const refusals: Rate = [20, 200];

const allowance = ([perSecond, burst]: Rate): Allowance | undefined =>
  Number.isFinite(perSecond) ? new Allowance(perSecond, burst) : undefined;

/**
 * What all connections of one caller have used together, by the names in its certificate. It outlives them,
 * so reconnecting pays no debt.
 */
export class CallerAccount {
  readonly names: readonly string[];
  readonly kind: CallerKind;
  readonly maxConnections: number;
  readonly maxCallsInFlight: number;
  readonly maxHeldBytes: number;
  readonly streams: Allowance | undefined;
  readonly calls: Allowance | undefined;
  readonly bytes: Allowance | undefined;
  readonly pieces: Allowance | undefined;
  readonly overhead: Allowance | undefined;
  readonly refusals: Allowance | undefined;
  connections = 0;
  callsInFlight = 0;
  /** Bytes of incoming messages, and of those whose calls are running. */
  heldBytes = 0;

  constructor(names: readonly string[], kind: CallerKind, maxMessageBytes: number) {
    const limits = limitsOf[kind];
    this.names = names;
    this.kind = kind;
    this.maxConnections = limits.connections;
    this.maxCallsInFlight = limits.callsInFlight;
    this.maxHeldBytes =
      kind === 'frequent' ? Math.max(64 * mebibyte, 3 * maxMessageBytes) : 2 * maxMessageBytes;
    this.streams = allowance(limits.streams);
    this.calls = allowance(limits.calls);
    this.bytes = allowance(limits.bytes);
    this.pieces = allowance(limits.pieces);
    this.overhead = allowance(limits.overhead);
    this.refusals = allowance(refusals);
  }

  isFull(size: number): boolean {
    return this.callsInFlight >= this.maxCallsInFlight || this.heldBytes + size > this.maxHeldBytes;
  }

  /**
   * Whether one more of its calls may be refused with an answer. A caller that serves users is refused as
   * often as it is full.
   */
  mayBeRefused(): boolean {
    return (this.kind === 'frequent' && this.isFull(0)) || !this.refusals || this.refusals.spend(1);
  }

  /** How long to stop reading from it, in milliseconds. */
  waitMs(): number {
    return Math.max(this.calls?.debtMs() ?? 0, this.bytes?.debtMs() ?? 0);
  }
}

const mostAccounts = 1_000;

/**
 * The accounts of all callers. A private authority makes few names. Beyond a limit, accounts without a
 * connection are forgotten.
 */
export class CallerAccounts {
  readonly #accounts = new Map<string, CallerAccount>();
  readonly #open: (names: readonly string[]) => CallerAccount;

  constructor(open: (names: readonly string[]) => CallerAccount) {
    this.#open = open;
  }

  of(names: readonly string[]): CallerAccount {
    const key = names.join(' ');
    const known = this.#accounts.get(key);
    if (known) return known;
    if (this.#accounts.size >= mostAccounts)
      for (const [other, { connections }] of this.#accounts)
        if (connections === 0) this.#accounts.delete(other);
    const account = this.#open(names);
    this.#accounts.set(key, account);
    return account;
  }
}
