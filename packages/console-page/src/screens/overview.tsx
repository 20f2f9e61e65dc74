import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { base, takeFrom } from '../api.ts';
import { useApplication } from '../parts/access.ts';
import { ApiCall } from '../parts/api-call.tsx';
import { BarChart, type Bar } from '../parts/chart.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Outcome, Skeleton, Time } from '../parts/states.tsx';

const hours = 24;
const most = 1_000;
const kinds = [
  { name: 'allowed', tone: 'good' },
  { name: 'second factor', tone: 'warn' },
  { name: 'denied', tone: 'bad' },
] as const;
const outcomes = ['allow', 'require_mfa', 'deny'];

type Decision = Awaited<ReturnType<ReturnType<typeof useApplication>['api']['decisions']['get']>>;

/** What was signed and refused in the last day, live. */
export function Overview() {
  const { app, api, name = '' } = useApplication();
  const since = Math.floor(Date.now() / 3_600_000 - hours) * 3_600;
  const decisions = useQuery({
    queryKey: [app, 'decisions', 'day'],
    queryFn: () => takeFrom(api.decisions.list({ since: String(since), limit: '100' }), most),
  });
  const isLive = useLive(app);
  const found = decisions.data ?? [];
  const denied = found.filter(({ outcome }) => outcome === 'deny');
  return (
    <Screen
      title="Overview"
      about={`${name}, the last ${hours} hours${found.length === most ? ` (newest ${most} decisions)` : ''}.`}
      actions={<span className={isLive ? 'live live-on' : 'live'}>{isLive ? 'Live' : 'Not live'}</span>}
    >
      {decisions.isPending && <Skeleton rows={8} />}
      {decisions.isError && <Failure error={decisions.error} retry={() => void decisions.refetch()} />}
      {decisions.isSuccess && (
        <>
          <dl className="figures">
            <Figure term="Decisions" value={found.length} />
            <Figure term="Allowed" value={found.filter(({ outcome }) => outcome === 'allow').length} />
            <Figure term="Denied" value={denied.length} />
            <Figure term="Wallets" value={new Set(found.map((one) => one.wallet_id)).size} />
          </dl>
          <BarChart title="Decisions an hour" kinds={kinds} bars={barsOf(found, since)} />
          <section>
            <h2>Newest denials</h2>
            <Denials app={app} denied={denied.slice(0, 8)} />
          </section>
        </>
      )}
      <ApiCall
        calls={[
          {
            method: 'GET',
            path: `/v1/policy/decisions?since=${since}`,
            sdk: `for await (const decision of server.decisions.list({ since: ${since} })) …`,
          },
        ]}
      />
    </Screen>
  );
}

function Figure({ term, value }: { readonly term: string; readonly value: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value.toLocaleString()}</dd>
    </div>
  );
}

function Denials({ app, denied }: { readonly app: string; readonly denied: readonly Decision[] }) {
  if (denied.length === 0) return <Empty title="Nothing was denied" />;
  return (
    <ul className="rows">
      {denied.map((one) => (
        <li key={one.id}>
          <Link to={`/a/${app}/decisions/${one.id}`}>
            <Outcome outcome={one.outcome} />
            <span>
              {one.chain} {one.method}
            </span>
            <span className="quiet">{one.reason}</span>
            <Time at={one.time} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function barsOf(decisions: readonly Decision[], since: number): Bar[] {
  const format = new Intl.DateTimeFormat(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
  });
  const bars = Array.from({ length: hours + 1 }, (_, hour) => ({
    label: format.format(new Date((since + hour * 3_600) * 1000)),
    parts: outcomes.map(() => 0),
  }));
  for (const { time, outcome } of decisions) {
    const parts = bars[Math.floor((Date.parse(time) / 1000 - since) / 3_600)]?.parts;
    const kind = outcomes.indexOf(outcome);
    if (parts && kind >= 0) parts[kind] = (parts[kind] ?? 0) + 1;
  }
  return bars;
}

/** New decisions arrive by themselves. Whether the stream is open. */
function useLive(app: string): boolean {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const events = new EventSource(`${base}events?application_id=${encodeURIComponent(app)}`);
    events.addEventListener('open', () => {
      setOpen(true);
    });
    events.addEventListener('error', () => {
      setOpen(false);
    });
    events.addEventListener('decision', ({ data }: MessageEvent<string>) => {
      const fresh = JSON.parse(data) as Decision;
      queries.setQueryData<readonly Decision[]>([app, 'decisions', 'day'], (known) =>
        known && !known.some(({ id }) => id === fresh.id) ? [fresh, ...known] : known,
      );
    });
    return () => {
      events.close();
    };
  }, [app, queries]);
  return isOpen;
}
