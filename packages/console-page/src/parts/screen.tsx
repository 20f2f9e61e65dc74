import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Call } from '../call-text.ts';
import { ApiCall } from './api-call.tsx';

/** One screen: its heading, what it is for, and what can be done. */
export function Screen({
  title,
  about,
  actions,
  within,
  calls,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** The list that the screen shows one of. */
  readonly within?: { readonly title: string; readonly to: string } | undefined;
  /** What the screen asks of the API. */
  readonly calls?: readonly Call[];
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Wallet console`;
  }, [title]);
  return (
    <main id="main" tabIndex={-1}>
      <header className="screen-head">
        <div>
          {within && (
            <p className="trail">
              <Link to={within.to}>‹ {within.title}</Link>
            </p>
          )}
          <h1>{title}</h1>
          {about !== undefined && <p className="quiet">{about}</p>}
        </div>
        {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
        {calls && <ApiCall calls={calls} />}
      </header>
      {children}
    </main>
  );
}

/** A part of a screen, with a head of its own. */
export function Panel({
  title,
  about,
  aside,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
        {about !== undefined && <p className="help">{about}</p>}
      </header>
      {children}
    </section>
  );
}
