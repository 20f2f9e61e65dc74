import { useLayoutEffect, useRef, useState } from 'react';

/** So many of each kind, in one span of time. */
export type Bar = { readonly label: string; readonly parts: readonly number[] };
export type Kind = { readonly name: string; readonly tone: 'good' | 'warn' | 'plain' | 'bad' };

const height = 210;
const foot = 22;
const left = 34;

/** Stacked bars. The numbers are in a table for those who can’t see them. */
export function BarChart({
  title,
  kinds,
  bars,
}: {
  readonly title: string;
  readonly kinds: readonly Kind[];
  readonly bars: readonly Bar[];
}) {
  const plot = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = plot;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <figure className="chart panel">
      <figcaption>
        <h2>{title}</h2>
        <ul className="legend">
          {kinds.map(({ name, tone }) => (
            <li key={name} className={`legend-${tone}`}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-plot" ref={plot}>
        {width > 0 && <Plot title={title} kinds={kinds} bars={bars} width={width} />}
      </div>
      <Numbers title={title} kinds={kinds} bars={bars} />
    </figure>
  );
}

type PlotProps = {
  readonly title: string;
  readonly kinds: readonly Kind[];
  readonly bars: readonly Bar[];
  readonly width: number;
};

function Plot({ title, kinds, bars, width }: PlotProps) {
  const ticks = ticksTo(Math.max(1, ...bars.map(({ parts }) => sumOf(parts))));
  const most = ticks.at(-1) ?? 1;
  const step = (width - left) / Math.max(1, bars.length);
  const scale = (height - foot - 8) / most;
  const y = (value: number): number => height - foot - value * scale;
  const every = Math.ceil(96 / step);
  return (
    <svg width={width} height={height} role="img" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid-line" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {bars.map(({ label, parts }, at) => (
        <g key={label} className="bar-group">
          <title>{`${label}: ${kinds.map(({ name }, kind) => `${parts[kind] ?? 0} ${name}`).join(', ')}`}</title>
          <rect className="bar-back" x={left + at * step} y={0} width={step} height={height - foot} />
          {kinds.map(({ name, tone }, kind) => {
            const top = sumOf(parts.slice(0, kind + 1));
            const part = parts[kind] ?? 0;
            if (part === 0) return null;
            const gap = Math.min(3, step / 5);
            return (
              <rect
                key={name}
                className={`bar-${tone}`}
                x={left + at * step + gap}
                y={y(top)}
                width={Math.max(1, step - 2 * gap)}
                height={Math.max(1, part * scale - 1)}
                rx={Math.min(2, part * scale)}
              />
            );
          })}
          {at % every === 0 && at + every / 2 < bars.length && (
            <text x={left + at * step + 2} y={height - 5}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ title, kinds, bars }: Omit<PlotProps, 'width'>) {
  return (
    <div className="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {kinds.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, parts }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {kinds.map(({ name }, kind) => (
                <td key={name}>{parts[kind] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** From 0 on, in steps that people count in: 1, 2 or 5, times a power of ten. At most five lines. */
export function ticksTo(most: number): readonly number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

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
