import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { auth, base, codeOf, type Access } from '../api.ts';
import { keepWanted } from '../wanted.ts';
import { useAccess } from './access.ts';
import { useFilters, useParameters } from './address.ts';
import { Icon, Mark } from './icon.tsx';
import { Navigation } from './navigation.tsx';
import { Failure, Skeleton } from './states.tsx';
import { ThemeSwitch } from './theme.tsx';

/** Everything around a screen, for a person who is signed in. */
export function Shell() {
  const access = useAccess();
  if (codeOf(access.error) === 'auth.session-invalid') return <ToSignIn />;
  if (access.isError)
    return (
      <main>
        <h1>Wallet console</h1>
        <Failure error={access.error} retry={() => void access.refetch()} />
      </main>
    );
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      {access.data ? <Frame access={access.data} /> : <Waiting />}
    </div>
  );
}

function ToSignIn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const search = useFilters();
  useEffect(() => {
    if (pathname !== '/') keepWanted({ pathname, search });
    void navigate({ to: '/sign-in', replace: true, ignoreBlocker: true });
    // Once, from where the person is.
  }, []);
  return null;
}

function Waiting() {
  return (
    <>
      <header className="top" />
      <aside className="side" popover="auto" />
      <main>
        <Skeleton rows={9} />
      </main>
    </>
  );
}

function Frame({ access }: { readonly access: Access }) {
  const { app } = useParameters();
  const name = access.memberships.find((one) => one.application_id === app)?.application_name;
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the menu lies over the screen, until another one is chosen.
  useEffect(() => {
    side.current?.hidePopover();
  }, [pathname]);
  return (
    <>
      <header className="top">
        <Link to={'/'} className="brand">
          <Mark />
          <span className={name === undefined ? undefined : 'unseen'}>Wallet console</span>
        </Link>
        <span className="top-title">{name}</span>
        <ThemeSwitch />
        <button type="button" className="plain" popoverTarget="side" aria-label="Menu">
          <Icon name="menu" />
        </button>
      </header>
      <aside className="side" id="side" popover="auto" ref={side} aria-label="Menu">
        <Link to={'/'} className="brand">
          <Mark />
          Wallet console
        </Link>
        {access.memberships.length > 0 && <Switcher access={access} app={app} />}
        <Navigation access={access} app={app} />
        <Foot access={access} app={app} />
      </aside>
      <Outlet />
    </>
  );
}

function Foot({ access, app }: { readonly access: Access; readonly app: string | undefined }) {
  const { person, memberships } = access;
  const role = memberships.find((one) => one.application_id === app)?.role;
  const initials = person.name.split(' ').flatMap(([first]) => first ?? []);
  return (
    <footer>
      <Link to={'/me'} className="me">
        <span className="portrait" aria-hidden="true">
          {initials.slice(0, 2).join('').toUpperCase()}
        </span>
        <span>
          <strong>{person.name}</strong>
          <small>{role ?? (person.is_operator ? 'operator' : 'no application')}</small>
        </span>
      </Link>
      <ThemeSwitch />
      <button
        type="button"
        className="plain"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => {
          void auth('sign_out').then(() => {
            location.assign(base);
          });
        }}
      >
        <Icon name="leave" />
      </button>
    </footer>
  );
}

function Switcher({ access, app }: { readonly access: Access; readonly app: string | undefined }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The same list of the other application. A record is in one alone.
  const screen = /\/a\/[^/]+\/([^/]+)$/.exec(pathname)?.[1] ?? 'overview';
  return (
    <label className="switcher">
      <span>Application</span>
      <select
        value={app ?? ''}
        onChange={(event) => void navigate({ to: `/a/${event.target.value}/${screen}` })}
      >
        {app === undefined && <option value="">Choose…</option>}
        {access.memberships.map((one) => (
          <option key={one.application_id} value={one.application_id}>
            {one.application_name}
          </option>
        ))}
      </select>
    </label>
  );
}
