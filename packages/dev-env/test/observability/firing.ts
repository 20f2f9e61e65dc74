import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { promtool } from './promtool.js';
import { observability } from './queries.js';
import type { ScrapedFamily } from './scrape.js';

const steps = 90;

/**
 * Whether Prometheus would ring these alerts, were what happened between two scrapes to go on every minute: counters grow as they did, gauges stay, and
 * those in `ages` grow with time. The rules are the real ones, so are the metrics. Empty: all of them ring.
 */
export function silent(
  alerts: readonly string[],
  before: readonly ScrapedFamily[],
  after: readonly ScrapedFamily[],
  ages: readonly string[] = [],
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firing-'));
  try {
    const file = path.join(folder, 'test.yml');
    writeFileSync(
      file,
      stringify({
        rule_files: [path.join(observability, 'alerts.yml')],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: seriesOf(before, after, ages),
            promql_expr_test: alerts.map((alert) => ({
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
              eval_time: `${steps - 10}m`,
              exp_samples: [{ labels: '{}', value: 1 }],
            })),
          },
        ],
      }),
    );
    const { status, output } = promtool('test', 'rules', file);
    return status === 0 ? '' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seriesOf(
  before: readonly ScrapedFamily[],
  after: readonly ScrapedFamily[],
  ages: readonly string[],
): { series: string; values: string }[] {
  const former = new Map(samplesOf(before).map(({ key, value }) => [key, value]));
  return samplesOf(after).map(({ key, value, counts, name }) => {
    const first = former.get(key) ?? 0;
    // Prometheus' tool begins its time at 0.
    const shown = name.endsWith('_timestamp_seconds') ? value - Date.now() / 1000 : value;
    if (counts) return { series: key, values: `${first}+${Math.max(0, value - first)}x${steps}` };
    return { series: key, values: ages.includes(name) ? `${shown}+60x${steps}` : `${shown}x${steps}` };
  });
}

function samplesOf(families: readonly ScrapedFamily[]) {
  const samples = families.flatMap(({ type, samples: own }) =>
    own
      .filter(({ value }) => Number.isFinite(value))
      .map(({ name, labels, value }) => {
        const text = Object.entries(labels).map(([label, content]) => `${label}=${JSON.stringify(content)}`);
        return { name, key: `${name}{${text.sort().join(',')}}`, value, counts: type !== 'gauge' };
      }),
  );
  return [...new Map(samples.map((sample) => [sample.key, sample])).values()];
}
