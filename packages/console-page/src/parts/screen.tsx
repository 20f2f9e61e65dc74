import { useEffect, type ReactNode } from 'react';

/** One screen: its heading, what it is for, and what can be done. */
export function Screen({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Wallet console`;
  }, [title]);
  return (
    <main id="main" tabIndex={-1}>
      <header className="screen-head">
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="quiet">{about}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
