import type { ReactNode } from 'react';
import { WalletServiceError } from '@wallet-service/sdk';
import { Icon } from './icon.tsx';
import { Copy } from './values.tsx';

/** Keeps the place of lines that are to come, so that nothing jumps. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={row % 3 === 2 ? 'bone bone-short' : 'bone'} />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <Icon name="empty" />
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}

/** Something that the person should know, beside what they do. */
export function Notice({
  tone,
  title,
  children,
}: {
  readonly tone: 'good' | 'bad' | 'warn' | 'plain';
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'good' ? 'done' : 'warn'} />
      <div>
        <p className="state-title">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** What went wrong, what to do, and the trace id that finds it in the logs. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const isKnown = error instanceof WalletServiceError;
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  return (
    <Notice tone="bad" title={isKnown ? titleOf(error.code) : 'That did not work'}>
      <p>{message}</p>
      {isKnown && <Fields of={error.fields} />}
      <Trace of={error} />
      {retry && (
        <p>
          <button type="button" className="compact" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </Notice>
  );
}

/** What of a request is refused. */
export function Fields({ of: fields }: { readonly of: WalletServiceError['fields'] }) {
  if (fields.length === 0) return null;
  return (
    <ul>
      {fields.map(({ path, message }) => (
        <li key={path + message}>
          <code>{path}</code> {message}
        </li>
      ))}
    </ul>
  );
}

/** What finds a failure in the logs. */
export function Trace({ of: error }: { readonly of: unknown }) {
  if (!(error instanceof WalletServiceError) || error.traceId === undefined) return null;
  return (
    <p className="quiet small">
      Trace <code>{error.traceId}</code> <Copy text={error.traceId} what="the trace id" />
    </p>
  );
}

const titles: Readonly<Record<string, string>> = {
  'auth.scope-missing': 'Your role does not allow this',
  'auth.not-a-member': 'You have no access here',
  'client.timeout': 'The service takes too long to answer',
  'client.network': 'The service cannot be reached',
  'console.gateway-unreachable': 'The service cannot be reached',
  'console.rate-limited': 'Too many requests',
  'service.unavailable': 'A part of the service does not answer',
  'service.overloaded': 'The service has too much to do',
  'request.rate-limited': 'Too many requests',
  'request.invalid': 'Something in it is not valid',
};

function titleOf(code: string): string {
  return titles[code] ?? code;
}
