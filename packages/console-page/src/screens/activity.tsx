import { Link } from '@tanstack/react-router';
import { useApplication } from '../parts/access.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Id, Outcome, Time } from '../parts/values.tsx';

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
      hasNews
      filters={[
        {
          name: 'outcome',
          label: 'Outcome',
          choices: [
            ['allow', 'Allowed'],
            ['deny', 'Denied'],
            ['require_mfa', 'Second factor'],
            ['require_approval', 'Approvals'],
          ],
        },
        { name: 'issuer', label: 'Issuer' },
        { name: 'subject', label: 'User (sub)' },
        { name: 'wallet_id', label: 'Wallet' },
        { name: 'trace_id', label: 'Trace' },
      ]}
      empty="Nothing was asked for yet"
      advice={<p className="quiet">Each request for a signature is listed here, allowed or not.</p>}
      keyOf={(one) => one.id}
      columns={[
        { title: 'Outcome', cell: (one) => <Outcome outcome={one.outcome} /> },
        {
          title: 'What',
          cell: (one) => (
            <>
              {one.chain} <code>{one.method}</code>
            </>
          ),
        },
        { title: 'Reason', cell: (one) => one.rules[0]?.rule ?? one.reason },
        { title: 'Wallet', cell: (one) => <Id value={one.wallet_id} /> },
        { title: 'Time', cell: (one) => <Time at={one.time} /> },
        { title: 'Actions', cell: (one) => <Link to={`/a/${app}/decisions/${one.id}`}>Why?</Link> },
      ]}
    />
  );
}
