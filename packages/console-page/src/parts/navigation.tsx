import { Link } from '@tanstack/react-router';
import type { Access } from '../api.ts';
import type { Role } from './access.ts';
import { Icon, type IconName } from './icon.tsx';

type Item = readonly [path: IconName, label: string, roles: readonly Role[]];
const readers: readonly Role[] = ['owner', 'developer', 'auditor'];
const all: readonly Role[] = [...readers, 'support'];
const groups: readonly (readonly [title: string, items: readonly Item[]])[] = [
  [
    'Monitor',
    [
      ['overview', 'Overview', all],
      ['activity', 'Activity', all],
      ['why', 'Why was it denied?', all],
    ],
  ],
  [
    'Wallets',
    [
      ['users', 'Users', all],
      ['wallets', 'Wallets', all],
    ],
  ],
  [
    'Control',
    [
      ['policies', 'Policies', readers],
      ['providers', 'Identity providers', readers],
      ['approvals', 'Approvals', readers],
      ['signatures', 'Signature requests', all],
      ['members', 'People', readers],
    ],
  ],
  [
    'Programs',
    [
      ['webhooks', 'Webhooks', readers],
      ['keys', 'Secret keys', readers],
      ['settings', 'Settings', readers],
    ],
  ],
  [
    'Proof',
    [
      ['journal', 'Journal', readers],
      ['attestation', 'Attestation', all],
    ],
  ],
];

/** Links to the screens that the person’s role may see. */
export function Navigation({ access, app }: { readonly access: Access; readonly app: string | undefined }) {
  const role = access.memberships.find((one) => one.application_id === app)?.role;
  const may = ([, , roles]: Item): boolean => role !== undefined && roles.includes(role);
  return (
    <nav aria-label="Screens">
      {groups
        .filter(([, items]) => items.some(may))
        .map(([title, items]) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {items.filter(may).map(([path, label]) => (
                <Item key={path} to={`/a/${app ?? ''}/${path}`} icon={path} label={label} />
              ))}
            </ul>
          </div>
        ))}
      {access.person.is_operator && (
        <div>
          <h2>Installation</h2>
          <ul>
            <Item to="/operator/health" icon="activity" label="Health" />
            <Item to="/operator/key-sets" icon="keys" label="Key sets" />
            <Item to="/operator/applications" icon="applications" label="Applications" />
            <Item to="/operator/people" icon="users" label="Everybody" />
            <Item to="/operator/journal" icon="journal" label="Journal" />
          </ul>
        </div>
      )}
    </nav>
  );
}

function Item({ to, icon, label }: { readonly to: string; readonly icon: IconName; readonly label: string }) {
  return (
    <li>
      <Link to={to} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }}>
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  );
}
