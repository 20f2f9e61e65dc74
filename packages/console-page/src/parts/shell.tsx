import { Link, Navigate, Outlet, useNavigate } from '@tanstack/react-router';
import { useParameters } from './address.ts';
import { auth, codeOf, type Access } from '../api.ts';
import { useAccess, type Role } from './access.ts';
import { Failure, Skeleton } from './states.tsx';
import { ThemeSwitch } from './theme.tsx';

type Item = readonly [path: string, label: string, roles: readonly Role[]];
const readers: readonly Role[] = ['owner', 'developer', 'auditor'];
const all: readonly Role[] = [...readers, 'support'];
const items: readonly Item[] = [
  ['overview', 'Overview', all],
  ['activity', 'Activity', all],
  ['users', 'Users', all],
  ['wallets', 'Wallets', all],
  ['policies', 'Policies', readers],
  ['providers', 'Identity providers', readers],
  ['webhooks', 'Webhooks', readers],
  ['journal', 'Journal', readers],
  ['keys', 'Secret keys', readers],
  ['members', 'People', readers],
  ['settings', 'Settings', readers],
];

/** Everything around a screen, for a person who is signed in. */
export function Shell() {
  const access = useAccess();
  if (access.isPending)
    return (
      <div className="shell">
        <Skeleton />
      </div>
    );
  if (codeOf(access.error) === 'auth.session-invalid') return <Navigate to={'/sign-in'} />;
  if (access.isError) return <Failure error={access.error} retry={() => void access.refetch()} />;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Side access={access.data} />
      <Outlet />
    </div>
  );
}

function Side({ access }: { readonly access: Access }) {
  const { app } = useParameters();
  const role = access.memberships.find((one) => one.application_id === app)?.role;
  return (
    <aside className="side">
      <Link to={'/'} className="brand">
        Wallet console
      </Link>
      {access.memberships.length > 0 && <Switcher access={access} app={app} />}
      <nav aria-label="Screens">
        <ul>
          {items
            .filter(([, , roles]) => role !== undefined && roles.includes(role))
            .map(([path, label]) => (
              <li key={path}>
                <Link to={`/a/${app ?? ''}/${path}`} activeProps={{ 'aria-current': 'page' }}>
                  {label}
                </Link>
              </li>
            ))}
        </ul>
        {access.person.is_operator && (
          <>
            <h2>Operator</h2>
            <ul>
              <li>
                <Link to={'/operator/applications'} activeProps={{ 'aria-current': 'page' }}>
                  Applications
                </Link>
              </li>
              <li>
                <Link to={'/operator/people'} activeProps={{ 'aria-current': 'page' }}>
                  People
                </Link>
              </li>
            </ul>
          </>
        )}
      </nav>
      <footer>
        <Link to={'/me'}>{access.person.name}</Link>
        <ThemeSwitch />
        <button
          type="button"
          onClick={() => {
            void auth('sign_out').then(() => {
              location.reload();
            });
          }}
        >
          Sign out
        </button>
      </footer>
    </aside>
  );
}

function Switcher({ access, app }: { readonly access: Access; readonly app: string | undefined }) {
  const navigate = useNavigate();
  return (
    <label className="switcher">
      <span>Application</span>
      <select
        value={app ?? ''}
        onChange={(event) => void navigate({ to: `/a/${event.target.value}/overview` })}
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
