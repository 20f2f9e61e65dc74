import { Link } from '@tanstack/react-router';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge, Id, Time } from '../parts/values.tsx';

const interfaces = [
  ['express', 'Express'],
  ['core', 'Core'],
  ['pregenerated', 'Pre-generated'],
] as const;

export function Wallets() {
  const { app, api } = useApplication();
  return (
    <ListScreen
      title="Wallets"
      about="Of both interfaces, newest first."
      name={[app, 'wallets']}
      list={(query) => api.allWallets.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/wallets${query}`,
        sdk: 'for await (const wallet of server.allWallets.list({ … })) …',
      })}
      cursor="after"
      filters={[
        { name: 'public_address', label: 'Address' },
        { name: 'subject', label: 'User (sub)' },
        { name: 'issuer', label: 'Issuer' },
        {
          name: 'chain',
          label: 'Chain',
          choices: [
            ['ETH', 'ETH'],
            ['SOL', 'SOL'],
            ['BTC', 'BTC'],
          ],
        },
        { name: 'interface', label: 'Interface', choices: interfaces },
      ]}
      empty="There is no wallet yet"
      advice={<p className="quiet">A user’s first sign-in makes one, or POST /v2/api/wallet.</p>}
      keyOf={(one) => one.id}
      columns={[
        { title: 'Chain', cell: (one) => <Badge tone="plain">{one.chain}</Badge> },
        { title: 'Address', cell: (one) => <Id value={one.public_address} /> },
        {
          title: 'User',
          cell: (one) =>
            one.owner ? (
              <Link
                to={`/a/${app}/users`}
                search={{ subject: one.owner.subject, issuer: one.owner.issuer }}
                title={one.owner.issuer}
              >
                {one.owner.subject}
              </Link>
            ) : (
              <span className="quiet">nobody yet</span>
            ),
        },
        {
          title: 'Interface',
          cell: (one) => interfaces.find(([name]) => name === one.interface)?.[1] ?? one.interface,
        },
        { title: 'Created', cell: (one) => <Time at={one.time_created} /> },
        {
          title: 'Actions',
          cell: (one) => (
            <Link to={`/a/${app}/activity`} search={{ wallet_id: one.id }}>
              Activity
            </Link>
          ),
        },
      ]}
    />
  );
}

export function Users() {
  const { app, api } = useApplication();
  // A link may name one user. The service takes either.
  const isOfOne = useFilters()['subject'] !== undefined;
  return (
    <ListScreen
      title="Users"
      about="Everybody who has a wallet, and their newest wallets."
      name={[app, 'users']}
      list={(query) => api.users.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/users${query}`,
        sdk: 'for await (const user of server.users.list({ … })) …',
      })}
      cursor="after"
      filters={[
        isOfOne
          ? { name: 'subject', label: 'User (sub)' }
          : { name: 'subject_prefix', label: 'User (sub) begins with' },
        { name: 'issuer', label: 'Issuer' },
      ]}
      empty="Nobody has a wallet yet"
      advice={<p className="quiet">A user appears here with the first sign-in at your application.</p>}
      keyOf={(one) => `${one.issuer} ${one.subject}`}
      columns={[
        { title: 'User (sub)', cell: (one) => <strong>{one.subject}</strong> },
        { title: 'Issuer', cell: (one) => one.issuer },
        {
          title: 'Wallets',
          cell: (one) => (
            <ul className="inline">
              {one.wallets.map((wallet) => (
                <li key={wallet.id}>
                  <Badge tone="plain">{wallet.chain}</Badge> <Id value={wallet.public_address} />
                </li>
              ))}
              {one.more_wallets && (
                <li>
                  <Link to={`/a/${app}/wallets`} search={{ subject: one.subject, issuer: one.issuer }}>
                    more
                  </Link>
                </li>
              )}
            </ul>
          ),
        },
        {
          title: 'Actions',
          cell: (one) => (
            <span className="actions">
              <Link to={`/a/${app}/activity`} search={{ subject: one.subject, issuer: one.issuer }}>
                Activity
              </Link>
              <Link to={`/a/${app}/why`} search={{ user: one.subject, issuer: one.issuer }}>
                Denials
              </Link>
            </span>
          ),
        },
      ]}
    />
  );
}
