import { errorShares, outcomes, totalOf, type Statistics } from '../counts.ts';
import { BarChart, LineChart } from './chart.tsx';
import type { Kind } from './chart-frame.tsx';

const hour = 3_600;
/** For how long, and in which steps, requests are shown. */
export const ranges = {
  day: { title: 'Last 24 hours', of: 'an hour', step: hour, steps: 25 },
  week: { title: 'Last 7 days', of: 'in six hours', step: 6 * hour, steps: 29 },
} as const;
export type Range = keyof typeof ranges;

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

/** How many signatures, denials and failures there were, and how fast signatures are. */
export function RequestFigures({ found }: { readonly found: Statistics | undefined }) {
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

/** Outcomes, latency and errors over time. `since`: when the first step begins, in Unix seconds. */
export function RequestCharts({
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
