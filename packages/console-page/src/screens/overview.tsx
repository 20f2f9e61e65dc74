import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { pageOf } from '../lists.ts';
import { countsBy } from '../counts.ts';
import { useLive } from '../live.ts';
import { useAccess, useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { Shares } from '../parts/chart.tsx';
import { healthCall, HealthSummary, useHealth } from '../parts/process-health.tsx';
import { RequestCharts, RequestFigures, ranges, type Range } from '../parts/request-charts.tsx';
import { ProviderTrust, TrustedKeys } from '../parts/provider-trust.tsx';
import { sentenceOf, type Decision } from '../parts/rule.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Empty, Failure, Notice } from '../parts/states.tsx';
import { Outcome, Time } from '../parts/values.tsx';
import { callsOfProviders } from '../provider-calls.ts';

const refreshMs = 10_000;
const listedDecisions = 100;

/** What was signed and refused lately, how fast, and whom signers trust, live. */
export function Overview() {
  const { app, api, name = '', role } = useApplication();
  const isOperator = useAccess().data?.person.is_operator === true;
  const mayReadProviders = role !== undefined && role !== 'support';
  const providers = useProviders(mayReadProviders);
  const range: Range = useFilters()['range'] === 'week' ? 'week' : 'day';
  const { step, steps, title } = ranges[range];
  const since = Math.floor(Date.now() / 1000 / step - steps + 1) * step;
  const query = { since: String(since), step: String(step) as '3600' | '21600' };
  const statistics = useQuery({
    queryKey: [app, 'statistics', range],
    queryFn: () => api.application.statistics(query),
    refetchInterval: refreshMs,
  });
  const key = [app, 'newest-decisions'];
  const decisions = useQuery({
    queryKey: key,
    queryFn: () => pageOf(api.decisions.list({ limit: String(listedDecisions) })).then(({ data }) => data),
  });
  const isLive = useLive(app, key, listedDecisions);
  return (
    <Screen
      title="Overview"
      about={`${name}. ${title}.`}
      actions={
        <>
          <span className={isLive ? 'live live-on' : 'live'}>{isLive ? 'Live' : 'Not live'}</span>
          <RangeChoice range={range} />
        </>
      }
      calls={[
        ...(isOperator ? [healthCall] : []),
        {
          method: 'GET',
          path: `/v1/application/statistics?since=${since}&step=${step}`,
          sdk: `server.application.statistics({ since: '${since}', step: '${step}' })`,
        },
        {
          method: 'GET',
          path: `/v1/policy/decisions?limit=${listedDecisions}`,
          sdk: `server.decisions.list({ limit: '${listedDecisions}' })`,
        },
        ...(mayReadProviders ? callsOfProviders(providers.data?.slice(0, shownProviders)) : []),
      ]}
    >
      {isOperator && <OfProcesses />}
      {statistics.isError ? (
        <Failure error={statistics.error} retry={() => void statistics.refetch()} />
      ) : (
        <>
          <RequestFigures found={statistics.data} />
          <RequestCharts range={range} since={since} found={statistics.data} />
        </>
      )}
      {decisions.isError ? (
        <Failure error={decisions.error} retry={() => void decisions.refetch()} />
      ) : (
        <div className="columns">
          <Denials app={app} found={decisions.data} />
          <Reasons found={decisions.data} />
        </div>
      )}
      {mayReadProviders && <Trust app={app} />}
    </Screen>
  );
}

/** For somebody who operates the installation, too. */
function OfProcesses() {
  const { data, isError } = useHealth();
  return isError ? (
    <Notice tone="bad" title="The health of processes cannot be had" />
  ) : (
    <HealthSummary of={data}>
      <Link to="/operator/health">Health of each</Link>
    </HealthSummary>
  );
}

function RangeChoice({ range }: { readonly range: Range }) {
  const navigate = useNavigate();
  return (
    <select
      aria-label="Time"
      value={range}
      onChange={(event) =>
        void navigate({ to: '.', search: { range: event.target.value === 'week' ? 'week' : undefined } })
      }
    >
      {Object.entries(ranges).map(([value, { title }]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Reasons({ found }: { readonly found: readonly Decision[] | undefined }) {
  const denied = found?.filter(({ outcome }) => outcome === 'deny') ?? [];
  const reasonOf = (one: Decision): string => one.rules[0]?.rule ?? sentenceOf(one);
  const about = `Of the newest ${listedDecisions} decisions.`;
  return (
    <div className="stack">
      <Panel title="Why it was denied" about={about}>
        <div className="panel-body">
          {denied.length === 0 ? (
            <p className="quiet">{found ? 'Nothing was denied.' : <span className="bone" />}</p>
          ) : (
            <Shares
              of={countsBy(denied, reasonOf)
                .slice(0, 5)
                .map((one) => ({ ...one, tone: 'bad' }))}
            />
          )}
        </div>
      </Panel>
      <Panel title="What was asked for" about={about}>
        <div className="panel-body">
          {found && found.length > 0 ? (
            <Shares
              of={countsBy(found, ({ chain, method }) => `${chain} ${method}`)
                .slice(0, 6)
                .map((one) => ({ ...one, tone: 'plain' }))}
            />
          ) : (
            <p className="quiet">{found ? 'Nothing yet.' : <span className="bone" />}</p>
          )}
        </div>
      </Panel>
    </div>
  );
}

const shownDenials = 8;

function Denials({ app, found }: { readonly app: string; readonly found: readonly Decision[] | undefined }) {
  const denied = found?.filter(({ outcome }) => outcome === 'deny').slice(0, shownDenials);
  return (
    <Panel
      title="Newest denials"
      aside={
        <Link to={`/a/${app}/activity`} search={{ outcome: 'deny' }}>
          All denials
        </Link>
      }
    >
      {denied?.length === 0 ? (
        <Empty title="Nothing was denied">
          <p className="quiet">Denials appear here by themselves.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {denied?.map((one) => (
            <li key={one.id}>
              <Link to={`/a/${app}/decisions/${one.id}`}>
                <Outcome outcome={one.outcome} />
                <span>
                  {one.chain} <code>{one.method}</code>
                </span>
                <span className="quiet grow">{one.rules[0]?.rule ?? one.reason}</span>
                <span className="end quiet">
                  <Time at={one.time} />
                </span>
              </Link>
            </li>
          )) ??
            Array.from({ length: shownDenials }, (_, row) => (
              <li key={row} className="row">
                <span className="bone" />
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}

const shownProviders = 5;

function useProviders(isWanted: boolean) {
  const { app, api } = useApplication();
  return useQuery({
    queryKey: [app, 'providers', {}],
    enabled: isWanted,
    queryFn: () => pageOf(api.providers.list()),
  });
}

/** Whose tokens signers take, and how old what they know is. */
function Trust({ app }: { readonly app: string }) {
  const providers = useProviders(true);
  return (
    <Panel title="Trust and keys" aside={<Link to={`/a/${app}/providers`}>All identity providers</Link>}>
      {providers.isError ? (
        <Failure error={providers.error} retry={() => void providers.refetch()} />
      ) : (
        <ul className="rows">
          {providers.data?.slice(0, shownProviders).map(({ id, issuer }) => (
            <li key={id} className="row">
              <span className="grow">{issuer}</span>
              <span className="quiet">
                Keys: <TrustedKeys id={id} />
              </span>
              <ProviderTrust id={id} />
            </li>
          )) ?? (
            <li className="row">
              <span className="bone" />
            </li>
          )}
          {providers.data?.length === 0 && <li className="row quiet">No user can sign in yet.</li>}
        </ul>
      )}
    </Panel>
  );
}
