/** So many of each kind, in one span of time. */
export type Bar = { readonly label: string; readonly parts: readonly number[] };

const width = 720;
const height = 180;
const foot = 20;

/** Stacked bars. The numbers are in a table for those who can't see them. */
export function BarChart({
  title,
  kinds,
  bars,
}: {
  readonly title: string;
  readonly kinds: readonly { readonly name: string; readonly tone: string }[];
  readonly bars: readonly Bar[];
}) {
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, one) => sum + one, 0)));
  const step = width / Math.max(1, bars.length);
  const scale = (height - foot) / most;
  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span>
        <ul className="legend">
          {kinds.map(({ name, tone }) => (
            <li key={name} className={`legend-${tone}`}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} preserveAspectRatio="none">
        <line x1="0" x2={width} y1={height - foot} y2={height - foot} className="axis" />
        {bars.map(({ label, parts }, at) => {
          let top = height - foot;
          return (
            <g key={label}>
              <title>{`${label}: ${kinds.map(({ name }, kind) => `${parts[kind] ?? 0} ${name}`).join(', ')}`}</title>
              {parts.map((part, kind) => {
                top -= part * scale;
                const tone = kinds[kind]?.tone ?? 'plain';
                return (
                  <rect
                    key={kinds[kind]?.name}
                    className={`bar-${tone}`}
                    x={at * step + 1}
                    y={top}
                    width={Math.max(1, step - 2)}
                    height={part * scale}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div className="chart-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <table className="unseen">
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
              {parts.map((part, kind) => (
                <td key={kinds[kind]?.name}>{part}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
