import { ChartFrame, type FramedChart } from './chart-frame.tsx';

/** Counts, stacked. */
export function BarChart(chart: FramedChart) {
  const { kinds, values } = chart;
  const most = Math.max(0, ...values.map((parts) => sumOf(parts)));
  return (
    <ChartFrame {...chart} most={most}>
      {({ x, y, step }) => {
        const gap = Math.min(3, step / 5);
        return values.map((parts, at) => (
          <g key={chart.labels[at]}>
            {kinds.map(({ name, tone }, kind) => {
              const part = parts[kind] ?? 0;
              if (part === 0) return null;
              const top = y(sumOf(parts.slice(0, kind + 1)));
              const height = y(0) - y(part);
              return (
                <rect
                  key={name}
                  className={`bar-${tone}`}
                  x={x(at) - step / 2 + gap}
                  y={top}
                  width={Math.max(1, step - 2 * gap)}
                  height={Math.max(1, height - 1)}
                  rx={Math.min(2, height)}
                />
              );
            })}
          </g>
        ));
      }}
    </ChartFrame>
  );
}

/** Values that do not add up. A step without one interrupts the line, and one alone is a point. */
export function LineChart(chart: FramedChart) {
  const { kinds, values } = chart;
  const most = Math.max(0, ...values.flat().map((value) => value ?? 0));
  return (
    <ChartFrame {...chart} most={most}>
      {({ x, y }) =>
        kinds.map(({ name, tone }, kind) => (
          <g key={name} className={`line line-${tone}`}>
            <path
              d={pathOf(
                values.map((each, at) => {
                  const value = each[kind] ?? null;
                  return value === null ? null : [x(at), y(value)];
                }),
              )}
            />
            {values.map((each, at) => {
              const value = each[kind] ?? null;
              return value === null ? null : (
                <circle key={chart.labels[at]} cx={x(at)} cy={y(value)} r={2.2} />
              );
            })}
          </g>
        ))
      }
    </ChartFrame>
  );
}

/** A path of SVG through the points. Where one is missing, another line begins. */
export function pathOf(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, at) => {
      if (!point) return '';
      const [x, y] = point.map((each) => Math.round(each * 10) / 10);
      return `${points[at - 1] ? 'L' : 'M'}${x ?? 0} ${y ?? 0}`;
    })
    .join('');
}

const sumOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0);

/** How much each has of the whole. */
export function Shares({
  of,
}: {
  readonly of: readonly { readonly name: string; readonly count: number; readonly tone: string }[];
}) {
  const most = Math.max(1, ...of.map(({ count }) => count));
  return (
    <ul className="shares">
      {of.map(({ name, count, tone }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="number quiet">{count.toLocaleString()}</span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className="bar-rest" width="100" height="6" rx="1" />
            <rect className={`bar-${tone}`} width={(count / most) * 100} height="6" rx="1" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
