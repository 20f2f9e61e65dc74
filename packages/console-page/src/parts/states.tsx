import type { ReactNode } from 'react';
import { WalletServiceError } from '@wallet-service/sdk';

/** Keeps the place of what is to come, so that nothing jumps. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}

/** What went wrong, what to do, and the trace id that finds it in the logs. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const isKnown = error instanceof WalletServiceError;
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  return (
    <div className="state state-error" role="alert">
      <p className="state-title">{isKnown ? titleOf(error.code) : 'That did not work'}</p>
      <p>{message}</p>
      {isKnown && error.fields.length > 0 && (
        <ul>
          {error.fields.map(({ path, message: what }) => (
            <li key={path}>
              <code>{path}</code> {what}
            </li>
          ))}
        </ul>
      )}
      {isKnown && error.traceId !== undefined && (
        <p className="quiet">
          Trace <code>{error.traceId}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

function titleOf(code: string): string {
  if (code === 'auth.scope-missing') return 'Your role does not allow this';
  if (code === 'auth.not-a-member') return 'You have no access here';
  if (code === 'client.network') return 'The service cannot be reached';
  return code;
}

export function Badge({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

export function Outcome({ outcome }: { readonly outcome: string }) {
  const [tone, text] =
    outcome === 'allow'
      ? ['good', 'Allowed']
      : outcome === 'deny'
        ? ['bad', 'Denied']
        : ['warn', 'Second factor'];
  return <Badge tone={tone}>{text}</Badge>;
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** `at`: Unix seconds, or RFC 3339. */
export function Time({ at }: { readonly at: number | string | null | undefined }) {
  if (at === null || at === undefined) return <span className="quiet">–</span>;
  const date = new Date(typeof at === 'number' ? at * 1000 : at);
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}

/** An id or an address: its ends are shown, and all of it is copied. */
export function Id({ value }: { readonly value: string | null | undefined }) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>;
  const short = value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-8)}` : value;
  return (
    <span className="id">
      <code title={value}>{short}</code>
      <button
        type="button"
        className="copy"
        aria-label={`Copy ${value}`}
        onClick={() => void navigator.clipboard.writeText(value)}
      >
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="M5 1h9v10h-2M2 5h8v10H2z" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </span>
  );
}

export function Json({ value }: { readonly value: unknown }) {
  return (
    <pre className="json" tabIndex={0}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  );
}
