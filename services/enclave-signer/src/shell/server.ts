import {
  startCallServer,
  status,
  Tally,
  type Call,
  type CallServer,
  type RefusalReason,
  type Status,
  type Tls,
} from '@wallet-service/call-stream';
import { isSignerMethod, Refused, refusalToWire, type SignerRefusal } from '@wallet-service/signer-protocol';
import { maxRequestBytes, type DispatchCall } from '../core/dispatch.js';
import { allowed } from './allowed.js';
import type { Audit, AuditEvent } from './audit.js';
import type { Metrics } from './metrics.js';

const refusedBefore: Readonly<Record<RefusalReason, SignerRefusal>> = {
  'caller-not-allowed': 'caller-not-allowed',
  'unknown-method': 'method-unknown',
  'no-deadline': 'deadline-missing',
  'too-many-calls': 'unavailable',
  malformed: 'malformed-request',
};

const statusOfRefusal: Partial<Record<SignerRefusal, Status>> = {
  'malformed-request': status.INVALID_ARGUMENT,
  'method-unknown': status.UNIMPLEMENTED,
  'deadline-missing': status.INVALID_ARGUMENT,
  'deadline-exceeded': status.DEADLINE_EXCEEDED,
  'caller-not-allowed': status.PERMISSION_DENIED,
  unavailable: status.UNAVAILABLE,
  internal: status.INTERNAL,
};

/** The gRPC status of a refusal, for callers of the unary form. */
export function statusOf(refusal: SignerRefusal): Status {
  const ofToken = refusal.startsWith('token-') || refusal.startsWith('mfa-');
  return statusOfRefusal[refusal] ?? (ofToken ? status.UNAUTHENTICATED : status.FAILED_PRECONDITION);
}

export type ServeSignerOptions = {
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  readonly dispatch: (call: DispatchCall) => Promise<Uint8Array>;
  readonly audit: Audit;
  readonly metrics: Metrics;
};

/**
 * Serves signer.v1.Signer over mTLS. Every call ends in one line of the audit log. Of calls that are refused
 * at the door only the first have one each: who may not call must not fill the log either.
 */
export function serveSigner({ audit, metrics, ...options }: ServeSignerOptions): Promise<CallServer> {
  async function audited(call: Call): Promise<Uint8Array> {
    const started = process.hrtime.bigint();
    const finish = (
      outcome: 'ok' | 'refused' | 'failed',
      details: { refusal?: string; field?: string } = {},
    ) => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.count(call.method, details.refusal ?? outcome, seconds);
      const { method: op, traceId, callers } = call;
      const caller = callers[0] ?? '';
      audit({
        event: 'call',
        op,
        outcome,
        ...details,
        caller,
        traceId,
        durationMs: Math.round(seconds * 1e5) / 100,
      });
    };
    try {
      const response = await options.dispatch(call);
      finish('ok');
      return response;
    } catch (error) {
      finish(error instanceof Refused ? 'refused' : 'failed', auditable(error));
      throw error;
    }
  }

  const refusals = new Tally((told, count) => {
    const refused = told === '' ? { event: 'call' as const } : (JSON.parse(told) as AuditEvent);
    audit({ ...refused, outcome: 'refused', ...(count > 1 && { count }) });
  });

  return startCallServer({
    service: 'signer.v1.Signer',
    allowed,
    occasional: ['operator'],
    dispatch: audited,
    encodeError(error) {
      const refusal = error instanceof Refused ? error.refusal : 'internal';
      return { bytes: Buffer.from(JSON.stringify(refusalToWire(error))), status: statusOf(refusal) };
    },
    refuse(reason, method, callers) {
      const refusal = refusedBefore[reason];
      const op = isSignerMethod(method) || method === 'Calls' ? method : 'unknown';
      metrics.count(isSignerMethod(method) ? method : 'unknown', refusal, 0);
      refusals.add(JSON.stringify({ event: 'call', op, refusal, caller: callers[0] ?? '' }));
      return new Refused(refusal);
    },
    onCut(caller, error, count) {
      audit({ event: 'cut', caller, error, count });
    },
    listen: options.listen,
    tls: options.tls,
    ready: options.ready,
    // What is larger than its method allows is refused by dispatch, in words; so much more is read for that.
    maxRequestBytes: (method) => (isSignerMethod(method) ? maxRequestBytes(method) : 0) + 1024 * 1024,
  });
}

/** What of an error may be written down: the name of a bug's class, never its message, which could quote its input. */
function auditable(error: unknown): { refusal: string; field?: string } {
  if (!(error instanceof Refused)) return { refusal: error instanceof Error ? error.name : 'unknown' };
  const { field } = error.details;
  return { refusal: error.refusal, ...(typeof field === 'string' && { field }) };
}
