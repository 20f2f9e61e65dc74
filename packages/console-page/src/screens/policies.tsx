import { Link } from '@tanstack/react-router';
import { useApplication } from '../parts/access.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge } from '../parts/values.tsx';

export function Policies() {
  const { app, api, role } = useApplication();
  const mayChange = role === 'owner' || role === 'developer';
  return (
    <ListScreen
      title="Policies"
      about="What may be signed. A request that a policy denies is refused, whoever asks."
      name={[app, 'policies']}
      list={(query) => api.policies.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/policy${query}`,
        sdk: 'for await (const policy of server.policies.list()) …',
      })}
      filters={[
        {
          name: 'is_active',
          label: 'State',
          choices: [
            ['true', 'Active'],
            ['false', 'Off'],
          ],
        },
        {
          name: 'chain',
          label: 'Chain',
          choices: [
            ['ETH', 'ETH'],
            ['SOL', 'SOL'],
            ['BTC', 'BTC'],
          ],
        },
        {
          name: 'scope',
          label: 'Scope',
          choices: [
            ['GLOBAL', 'GLOBAL'],
            ['STEP_UP', 'STEP_UP'],
          ],
        },
      ]}
      empty="There is no policy yet"
      advice={<p className="quiet">Begin with one rule, and try it against a request before it counts.</p>}
      actions={
        <>
          <Link className="button" to={`/a/${app}/policies/conflicts`}>
            Conflicts
          </Link>
          {mayChange && (
            <Link className="button primary" to={`/a/${app}/policies/new`}>
              New policy
            </Link>
          )}
        </>
      }
      keyOf={(one) => one.id}
      columns={[
        {
          title: 'Name',
          cell: (one) => <Link to={`/a/${app}/policies/${one.id}`}>{one.name}</Link>,
        },
        {
          title: 'State',
          cell: (one) => (
            <Badge tone={one.is_active ? 'good' : 'plain'}>{one.is_active ? 'Active' : 'Off'}</Badge>
          ),
        },
        { title: 'Chain', cell: (one) => one.chain },
        { title: 'Scope', cell: (one) => one.scope },
        { title: 'Rules', cell: (one) => one.rules.map((rule) => rule.name).join(', ') },
      ]}
    />
  );
}
