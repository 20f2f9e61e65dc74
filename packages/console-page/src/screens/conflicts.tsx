import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ServerClient } from '@wallet-service/sdk/server';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { ListFoot } from '../parts/list-foot.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Notice } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';

type Warnings = Awaited<ReturnType<ServerClient['policies']['warnings']>>;
type Found = Warnings['data'][number];

const kinds: Readonly<Record<string, string>> = {
  'policy.evaluation-off': 'Policies are turned off',
  'policy.step-up-reaches-nobody': 'Reaches nobody',
  'policy.allows-what-is-allowed': 'Allows what is allowed anyway',
  'policy.raw-hashes-are-refused': 'Allows what a setting refuses',
  'policy.rule-never-decides': 'Never decides',
  'policy.mfa-also-permits': 'Permits more than it seems',
};

/** What the active policies do not do, all of them in one place. */
export function Conflicts() {
  const { app, api } = useApplication();
  const { kind = '' } = useFilters();
  const navigate = useNavigate();
  const asked = useQuery({ queryKey: [app, 'conflicts'], queryFn: () => api.policies.warnings() });
  const entries = asked.data?.data.filter(({ code }) => kind === '' || code === kind);
  return (
    <Screen
      title="Conflicts"
      about="Rules that never decide, and settings that make policies void. Only active policies count."
      within={{ title: 'Policies', to: `/a/${app}/policies` }}
      calls={[{ method: 'GET', path: '/v1/policy/warnings', sdk: 'await server.policies.warnings()' }]}
    >
      <form className="filters" role="search">
        <label className="field">
          <span>Kind</span>
          <select
            value={kind}
            onChange={({ target: { value } }) => {
              void navigate({ to: '.', search: { kind: value || undefined } });
            }}
          >
            <option value="">All</option>
            {Object.entries(kinds).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </form>
      {asked.isError ? (
        <Failure error={asked.error} retry={() => void asked.refetch()} />
      ) : (
        <div className="panel">
          {entries?.length === 0 ? (
            <Empty title={kind === '' ? 'No conflict was found' : 'Nothing fits this filter'}>
              <p className="quiet">Each rule was compared with every other one.</p>
            </Empty>
          ) : (
            <FoundTable entries={entries} />
          )}
          {entries && entries.length > 0 && (
            <ListFoot file="conflicts" all={() => Promise.resolve(entries)} />
          )}
        </div>
      )}
      {asked.data && <Incomplete of={asked.data} />}
    </Screen>
  );
}

function FoundTable({ entries }: { readonly entries: readonly Found[] | undefined }) {
  const { app } = useApplication();
  return (
    <Table
      title="Conflicts"
      entries={entries}
      keyOf={(one) => one.code + one.field + one.policies.map(({ id }) => id).join()}
      columns={[
        { title: 'What', cell: (one) => <strong>{kinds[one.code] ?? one.code}</strong> },
        {
          title: 'Policy',
          cell: (one) =>
            one.policies.map(({ id, name }) => (
              <div key={id}>
                <Link to={`/a/${app}/policies/${id}`}>{name}</Link>
              </div>
            )),
        },
        { title: 'Rule', cell: (one) => one.rule && <RuleLink of={one.rule} isNamed={false} /> },
        {
          title: 'Decides instead',
          cell: (one) => one.decides_instead && <RuleLink of={one.decides_instead} isNamed />,
        },
        {
          title: 'What to do',
          cell: (one) => (
            <>
              {one.remedy} {!one.rule && <Link to={`/a/${app}/settings`}>Settings</Link>}
            </>
          ),
        },
      ]}
    />
  );
}

function RuleLink({ of, isNamed }: { readonly of: NonNullable<Found['rule']>; readonly isNamed: boolean }) {
  const { app } = useApplication();
  return (
    <>
      <Link to={`/a/${app}/policies/${of.policy_id}`}>{of.rule}</Link>{' '}
      <span className="quiet small">
        {of.action}, rule {of.rule_index}
        {isNamed && ` of ${of.policy_name}`}
      </span>
    </>
  );
}

function Incomplete({ of }: { readonly of: Warnings }) {
  const { length } = of.policies_not_compared;
  return (
    <>
      {length > 0 && (
        <Notice tone="warn" title={`${length} policies were not compared with others`}>
          <p>Their rules are too many for that.</p>
        </Notice>
      )}
      {of.has_more && (
        <Notice tone="warn" title="There are more">
          <p>These are the first 200. Mend some of them, and look again.</p>
        </Notice>
      )}
    </>
  );
}
