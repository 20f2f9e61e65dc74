import { operator } from '../api.ts';
import { ListFoot } from '../parts/list-foot.tsx';
import { healthCall, HealthSummary, useHealth } from '../parts/process-health.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Failure } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Badge, Facts, Id, Time, type Tone } from '../parts/values.tsx';

const states: Readonly<Record<string, readonly [Tone, string]>> = {
  serving: ['good', 'Serving'],
  'not-serving': ['warn', 'Not serving'],
  unreachable: ['bad', 'Unreachable'],
  fresh: ['good', 'Fresh'],
  failing: ['warn', 'Failing'],
  expired: ['bad', 'Expired'],
};

function State({ of }: { readonly of: string }) {
  const [tone, text] = states[of] ?? ['plain', of];
  return <Badge tone={tone}>{text}</Badge>;
}

const soonSeconds = 30 * 24 * 3_600;

/** Whether every process answers, and how long the signers’ root document is good for. */
export function Health() {
  const health = useHealth();
  const { processes, root } = health.data ?? {};
  return (
    <Screen title="Health" about="Every process, asked now and every ten seconds." calls={[healthCall]}>
      {health.isError ? (
        <Failure error={health.error} retry={() => void health.refetch()} />
      ) : (
        <>
          <HealthSummary of={health.data} />
          <Panel title="Root of trust" about="The oldest root document that a signer has.">
            <div className="panel-body">
              <Facts
                of={[
                  ['Version', root?.version ?? '–'],
                  [
                    'Good until',
                    <span key="until">
                      <Time at={root?.expires_at} />{' '}
                      {root && root.expires_at < Date.now() / 1_000 + soonSeconds && (
                        <Badge tone="warn">Publish a new one</Badge>
                      )}
                    </span>,
                  ],
                ]}
              />
            </div>
          </Panel>
          <div className="panel">
            <Table
              title="Processes"
              entries={processes}
              keyOf={({ service, address }) => `${service} ${address}`}
              columns={[
                { title: 'Service', cell: ({ service }) => <strong>{service}</strong> },
                { title: 'State', cell: ({ state }) => <State of={state} /> },
                { title: 'Address', cell: ({ address }) => <code>{address === '' ? '–' : address}</code> },
                {
                  title: 'Answered in',
                  cell: ({ milliseconds }) =>
                    milliseconds === undefined ? (
                      <span className="quiet">says so itself</span>
                    ) : (
                      <span className="number">{milliseconds} ms</span>
                    ),
                },
                { title: 'Phase', cell: ({ phase }) => phase ?? <span className="quiet">–</span> },
              ]}
            />
            <ListFoot file="processes" all={() => Promise.resolve(processes ?? [])} />
          </div>
        </>
      )}
    </Screen>
  );
}

/** How old the key sets of all providers are. */
export function KeySets() {
  return (
    <ListScreen
      title="Key sets"
      about="Of the identity providers of all applications, fetched longest ago first."
      name={['operator', 'key-sets']}
      list={(query) => operator.keySets.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/admin/key_set${query}`,
        sdk: 'operator.keySets.list({ … })',
      })}
      cursor="after"
      empty="There is no identity provider yet"
      keyOf={(one) => one.provider_id}
      columns={[
        { title: 'Issuer', cell: (one) => <strong>{one.issuer}</strong> },
        { title: 'State', cell: (one) => <State of={one.state} /> },
        { title: 'Fetched', cell: (one) => <Time at={one.fetched_at} /> },
        { title: 'Next', cell: (one) => <Time at={one.next_fetch_at} /> },
        {
          title: 'Last problem',
          cell: (one) => <span className="quiet small">{one.last_failure ?? '–'}</span>,
        },
        { title: 'Application', cell: (one) => <Id value={one.application_id} /> },
      ]}
    />
  );
}
