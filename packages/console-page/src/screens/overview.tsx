import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { pageOf } from '../lists.ts';
import { countsBy, errorShares, outcomes, totalOf, type Statistics } from '../counts.ts';
import { useLive } from '../live.ts';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { BarChart, LineChart, Shares } from '../parts/chart.tsx';
import type { Kind } from '../parts/chart-frame.tsx';
import { ProviderTrust, TrustedKeys } from '../parts/provider-trust.tsx';
import { sentenceOf, type Decision } from '../parts/rule.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Empty, Failure } from '../parts/states.tsx';
import { Outcome, Time } from '../parts/values.tsx';

const hour = 3_600;
const ranges = {
  day: { title: 'Last 24 hours', of: 'an hour', step: hour, steps: 25 },
  week: { title: 'Last 7 days', of: 'in six hours', step: 6 * hour, steps: 29 },
} as const;
type Range = keyof typeof ranges;
const refreshMs = 10_000;
const listedDecisions = 100;

const ofOutcomes: readonly Kind[] = [
  { name: 'signed', tone: 'good' },
  { name: 'second factor', tone: 'warn' },
  { name: 'approval', tone: 'plain' },
  { name: 'denied', tone: 'bad' },
];
const ofLatency: readonly Kind[] = [
  { name: 'half', tone: 'good' },
  { name: '95 of 100', tone: 'warn' },
  { name: '99 of 100', tone: 'bad' },
];
const ofErrors: readonly Kind[] = [
  { name: 'by the caller', tone: 'warn' },
  { name: 'by the service', tone: 'bad' },
];

/** What was signed and refused lately, how fast, and whom signers trust, live. */
export function Overview() {
  const { app, api, name = '', role } = useApplication();
  const queries = useQueryClient();
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
  const failed = [statistics, decisions].find(({ isError }) => isError);
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
      ]}
    >
      {failed ? (
        <Failure error={failed.error} retry={() => void queries.refetchQueries({ queryKey: [app] })} />
      ) : (
        <>
          <Figures found={statistics.data} />
          <Charts range={range} since={since} found={statistics.data} />
          <div className="columns">
            <Denials app={app} found={decisions.data} />
            <Reasons found={decisions.data} />
          </div>
          {role !== 'support' && <Trust app={app} />}
        </>
      )}
    </Screen>
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

function Figures({ found }: { readonly found: Statistics | undefined }) {
  const signatures = found?.data.map((step) => step.signatures) ?? [];
  const all = found?.data.flatMap((step) => [step.signatures, step.others]) ?? [];
  const asked = totalOf(signatures);
  const shareOf = (part: number, whole: number): string =>
    whole === 0 ? 'of none' : `${((100 * part) / whole).toFixed(1)} % of ${whole.toLocaleString()}`;
  const signed = totalOf(signatures, ['succeeded']);
  const denied = totalOf(signatures, ['denied']);
  const failed = totalOf(all, ['failed']);
  const latency = signatures.findLast((one) => one.latency_ms !== null)?.latency_ms;
  const figures = [
    ['Signatures', signed.toLocaleString(), shareOf(signed, asked)],
    ['Denied', denied.toLocaleString(), shareOf(denied, asked)],
    ['Failed requests', failed.toLocaleString(), shareOf(failed, totalOf(all))],
    ['Time of a signature', latency ? `${latency.p95.toLocaleString()} ms` : '–', '95 of 100 are faster'],
  ] as const;
  return (
    <dl className="figures" aria-busy={found === undefined}>
      {figures.map(([term, value, note]) => (
        <div key={term} className="panel">
          <dt>{term}</dt>
          <dd>{found ? value : <span className="bone bone-short" />}</dd>
          <dd className="figure-note">{found ? note : <span className="bone" />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Charts({
  range,
  since,
  found,
}: {
  readonly range: Range;
  readonly since: number;
  readonly found: Statistics | undefined;
}) {
  const { step, steps, of } = ranges[range];
  const format = new Intl.DateTimeFormat(
    undefined,
    range === 'day'
      ? { hour: 'numeric', weekday: 'short' }
      : { day: 'numeric', month: 'short', hour: '2-digit' },
  );
  const data = found?.data ?? [];
  const labels = Array.from({ length: steps }, (_, at) => format.format((since + at * step) * 1_000));
  return (
    <>
      <BarChart
        title={`Requests for signatures ${of}`}
        kinds={ofOutcomes}
        labels={labels}
        values={data.map(({ signatures }) => outcomes.map((outcome) => signatures[outcome]))}
      />
      <div className="halves">
        <LineChart
          title="Time of a signature, ms"
          kinds={ofLatency}
          labels={labels}
          values={data.map(({ signatures: { latency_ms: latency } }) =>
            latency ? [latency.p50, latency.p95, latency.p99] : [null, null, null],
          )}
          unit=" ms"
        />
        <LineChart
          title="Errors, % of all requests"
          kinds={ofErrors}
          labels={labels}
          values={data.map(errorShares)}
          unit=" %"
        />
      </div>
    </>
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

/** Whose tokens signers take, and how old what they know is. */
function Trust({ app }: { readonly app: string }) {
  const { api } = useApplication();
  const providers = useQuery({
    queryKey: [app, 'providers', {}],
    queryFn: () => pageOf(api.providers.list()),
  });
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
