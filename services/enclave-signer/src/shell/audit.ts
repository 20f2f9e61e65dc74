/**
 * Something that the signer did or refused. Names and outcomes only: never an input, a token, a key or a
 * memory address.
 */
export type AuditEvent = {
  readonly event: 'started' | 'clock' | 'call' | 'cut' | 'stopping' | 'stopped' | 'failed';
  readonly op?: string;
  readonly outcome?: 'ok' | 'refused' | 'failed';
  readonly refusal?: string;
  readonly field?: string;
  readonly caller?: string;
  readonly traceId?: string;
  readonly durationMs?: number;
  readonly driftMs?: number;
  readonly phase?: string;
  readonly rootVersion?: number;
  readonly environment?: string;
  readonly error?: string;
  readonly address?: string;
  /** How often, if one line reports several. */
  readonly count?: number;
};

export type Audit = (event: AuditEvent) => void;

/** Writes each event as one line of JSON. `write` gets a line. `now` in milliseconds. */
export function auditTo(write: (line: string) => void, now: () => number): Audit {
  return (event) => {
    const printable = Object.fromEntries(
      Object.entries(event).map(([name, value]) => [name, bounded(value)]),
    );
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...printable })}\n`);
  };
}

/** Names that a caller chose are truncated, so that they can't flood the log. */
function bounded(value: string | number): string | number {
  return typeof value === 'string' ? value.slice(0, 128) : value;
}
