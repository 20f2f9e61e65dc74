import { Link } from '@tanstack/react-router';
import { useApplication } from '../parts/access.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Id, Outcome, Time } from '../parts/states.tsx';

/** Every decision about a signature. */
export function Activity() {
  const { app, api } = useApplication();
  return (
    <ListScreen
      title="Activity"
      about="Every decision about a signature, newest first."
      name={[app, 'decisions']}
      list={(query) => api.decisions.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/policy/decisions${query}`,
        sdk: 'for await (const decision of server.decisions.list({ … })) …',
      })}
      cursor="before"
      filters={[
        {
          name: 'outcome',
          label: 'Outcome',
          choices: [
            ['allow', 'Allowed'],
            ['deny', 'Denied'],
            ['require_mfa', 'Second factor'],
          ],
        },
        { name: 'issuer', label: 'Issuer' },
        { name: 'subject', label: 'User (sub)' },
        { name: 'wallet_id', label: 'Wallet' },
        { name: 'trace_id', label: 'Trace' },
      ]}
      empty="No decision fits"
      keyOf={(one) => one.id}
      columns={[
        { title: 'Time', cell: (one) => <Time at={one.time} /> },
        { title: 'Outcome', cell: (one) => <Outcome outcome={one.outcome} /> },
        { title: 'Chain', cell: (one) => one.chain },
        { title: 'Method', cell: (one) => <code>{one.method}</code> },
        { title: 'Reason', cell: (one) => one.reason },
        { title: 'Wallet', cell: (one) => <Id value={one.wallet_id} /> },
        { title: 'Actions', cell: (one) => <Link to={`/a/${app}/decisions/${one.id}`}>Why?</Link> },
      ]}
    />
  );
}
