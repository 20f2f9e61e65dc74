import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { takeFrom } from '../lists.ts';
import { barsOf, countsBy, type Counted } from '../decision-counts.ts';
import { useLive } from '../live.ts';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { BarChart, Shares, type Kind } from '../parts/chart.tsx';
import { sentenceOf, type Decision } from '../parts/rule.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Empty, Failure } from '../parts/states.tsx';
import { Outcome, Time } from '../parts/values.tsx';

const hour = 3_600;
const most = 1_000;
const ranges = {
  day: { title: 'Last 24 hours', chart: 'Decisions an hour', step: hour, steps: 25 },
  week: { title: 'Last 7 days', chart: 'Decisions in six hours', step: 6 * hour, steps: 29 },
} as const;
type Range = keyof typeof ranges;
const kinds: readonly Kind[] = [
  { name: 'allowed', tone: 'good' },
  { name: 'second factor', tone: 'warn' },
  { name: 'approval', tone: 'plain' },
  { name: 'denied', tone: 'bad' },
];

/** What was signed and refused lately, live. */
export function Overview() {
  const { app, api, name = '' } = useApplication();
  const range: Range = useFilters()['range'] === 'week' ? 'week' : 'day';
  const { step, steps, title } = ranges[range];
  const since = Math.floor(Date.now() / 1000 / step - steps + 1) * step;
  const key = [app, 'decisions', range];
  const decisions = useQuery({
    queryKey: key,
    queryFn: () => takeFrom(api.decisions.list({ since: String(since), limit: '100' }), most),
  });
  const isLive = useLive(app, key);
  const found = decisions.data?.filter(({ time }) => Date.parse(time) >= since * 1000);
  const isCut = found?.length === most;
  return (
    <Screen
      title="Overview"
      about={`${name}. ${title}${isCut ? `: the newest ${most.toLocaleString()} decisions` : ''}.`}
      actions={
        <>
          <span className={isLive ? 'live live-on' : 'live'}>{isLive ? 'Live' : 'Not live'}</span>
          <RangeChoice range={range} />
        </>
      }
      calls={[
        {
          method: 'GET',
          path: `/v1/policy/decisions?since=${since}`,
          sdk: `for await (const decision of server.decisions.list({ since: ${since} })) …`,
        },
      ]}
    >
      {decisions.isError ? (
        <Failure error={decisions.error} retry={() => void decisions.refetch()} />
      ) : (
        <>
          <Figures found={found} />
          <Chart range={range} since={since} found={found ?? []} />
          <div className="columns">
            <Denials app={app} found={found} />
            <Reasons found={found} />
          </div>
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

function Figures({ found }: { readonly found: readonly Decision[] | undefined }) {
  const total = found?.length ?? 0;
  const of = (outcome: string): number => found?.filter((one) => one.outcome === outcome).length ?? 0;
  const share = (count: number): string =>
    total === 0 ? 'of none' : `${((100 * count) / total).toFixed(1)} % of all`;
  const wallets = new Set(found?.map((one) => one.wallet_id)).size;
  const figures = [
    ['Decisions', total, `about ${wallets.toLocaleString()} wallets`],
    ['Allowed', of('allow'), share(of('allow'))],
    ['Second factor', of('require_mfa'), share(of('require_mfa'))],
    ['Denied', of('deny'), share(of('deny'))],
  ] as const;
  return (
    <dl className="figures" aria-busy={found === undefined}>
      {figures.map(([term, value, note]) => (
        <div key={term} className="panel">
          <dt>{term}</dt>
          <dd>{found ? value.toLocaleString() : <span className="bone bone-short" />}</dd>
          <dd className="figure-note">{found ? note : <span className="bone" />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Chart({
  range,
  since,
  found,
}: {
  readonly range: Range;
  readonly since: number;
  readonly found: readonly Counted[];
}) {
  const format = new Intl.DateTimeFormat(
    undefined,
    range === 'day'
      ? { hour: 'numeric', weekday: 'short' }
      : { day: 'numeric', month: 'short', hour: '2-digit' },
  );
  const bars = barsOf(found, { since, ...ranges[range] }, (at) => format.format(at));
  return <BarChart title={ranges[range].chart} kinds={kinds} bars={bars} />;
}

function Reasons({ found }: { readonly found: readonly Decision[] | undefined }) {
  const denied = found?.filter(({ outcome }) => outcome === 'deny') ?? [];
  const reasonOf = (one: Decision): string => one.rules[0]?.rule ?? sentenceOf(one);
  return (
    <div className="stack">
      <Panel title="Why it was denied">
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
      <Panel title="What was asked for">
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
