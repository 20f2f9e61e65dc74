import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export type Kind = { readonly name: string; readonly tone: 'good' | 'warn' | 'plain' | 'bad' };

const height = 210;
const foot = 22;
const left = 40;

/** Where things are drawn. */
export type Plot = {
  readonly y: (value: number) => number;
  /** Of the middle of a step. */
  readonly x: (step: number) => number;
  /** The width of a step. */
  readonly step: number;
};

export type FramedChart = {
  readonly title: string;
  readonly kinds: readonly Kind[];
  /** When each step of time begins. */
  readonly labels: readonly string[];
  /** Of each step: a value for each kind. Null if there is none. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly unit?: string;
};

/**
 * What all charts have: a legend, an axis for each direction, and the values of a step under the pointer. The values
 * are in a table, too, for those who can’t see them. `most`: the highest value that is drawn.
 */
export function ChartFrame({
  most,
  children,
  ...chart
}: FramedChart & { readonly most: number; readonly children: (plot: Plot) => ReactNode }) {
  const { title, kinds } = chart;
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
        {width > 0 && (
          <Axes {...chart} most={most} width={width}>
            {children}
          </Axes>
        )}
      </div>
      <Numbers {...chart} />
    </figure>
  );
}

function Axes({
  title,
  kinds,
  labels,
  values,
  unit = '',
  most,
  width,
  children,
}: FramedChart & {
  readonly most: number;
  readonly width: number;
  readonly children: (plot: Plot) => ReactNode;
}) {
  const ticks = ticksTo(Math.max(1, most));
  const step = (width - left) / Math.max(1, labels.length);
  const scale = (height - foot - 8) / (ticks.at(-1) ?? 1);
  const y = (value: number): number => height - foot - value * scale;
  const every = Math.ceil(96 / step);
  return (
    <svg width={width} height={height} role="img" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid-line" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {tick.toLocaleString(undefined, { notation: 'compact' })}
          </text>
        </g>
      ))}
      {children({ y, x: (at) => left + (at + 0.5) * step, step })}
      {labels.map((label, at) => (
        <g key={label} className="step">
          <title>
            {`${label}: ${kinds.map(({ name }, kind) => `${textOf(values[at]?.[kind], unit)} ${name}`).join(', ')}`}
          </title>
          <rect x={left + at * step} y={0} width={step} height={height - foot} />
          {at % every === 0 && at + every / 2 < labels.length && (
            <text x={left + at * step + 2} y={height - 5}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ title, kinds, labels, values, unit = '' }: FramedChart) {
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
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {kinds.map(({ name }, kind) => (
                <td key={name}>{textOf(values[at]?.[kind], unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(value: number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '–' : `${value.toLocaleString()}${unit}`;
}

/** From 0 on, in steps that people count in: 1, 2 or 5, times a power of ten. At most five lines. */
export function ticksTo(most: number): readonly number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}
