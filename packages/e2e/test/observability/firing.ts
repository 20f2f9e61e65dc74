import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { promtool } from './promtool.js';
import { alertRules, selectorsOf } from './queries.js';
import type { ScrapedFamily } from './scrape.js';

const steps = 90;

type Expected = {
  readonly alerts: readonly string[];
  /** These do not fire. */
  readonly stillSilent?: readonly string[];
  /** Whether the first scrape fires none of them. */
  readonly silentBefore?: boolean;
  /** Gauges that grow with time. */
  readonly ages?: readonly string[];
  /** How much time the changes took. A minute where it does not matter. */
  readonly secondsApart?: number;
};

/**
 * Whether Prometheus would fire these alerts if the changes between two scrapes continued: counters keep growing at
 * that rate, gauges stay, and those in `ages` grow with time. Rules and metrics are the real ones. An empty result
 * means that all of them fire.
 */
export function silent(
  { alerts, stillSilent = [], silentBefore = false, ages = [], secondsApart = 60 }: Expected,
  before: readonly ScrapedFamily[],
  after: readonly ScrapedFamily[],
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firing-'));
  try {
    // The others would only cost promtool's time.
    const rules = alertRules().filter(({ alert }) => [...alerts, ...stillSilent].includes(alert));
    const used = new Set(rules.flatMap(({ expr }) => selectorsOf(expr)).map(({ metric }) => metric));
    const test = (
      first: readonly ScrapedFamily[],
      last: readonly ScrapedFamily[],
      ringing: readonly string[],
      growing: readonly string[],
    ) => ({
      interval: '1m',
      input_series: seriesOf(first, last, growing, secondsApart)
        .filter(({ name }) => used.has(name))
        .map(({ series, values }) => ({ series, values })),
      promql_expr_test: rules.map(({ alert }) => ({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
        eval_time: `${steps - 10}m`,
        exp_samples: ringing.includes(alert) ? [{ labels: '{}', value: 1 }] : [],
      })),
    });
    const at = (name: string): string => path.join(folder, name);
    writeFileSync(at('rules.yml'), stringify({ groups: [{ name: 'asked', rules }] }));
    writeFileSync(
      at('test.yml'),
      stringify({
        rule_files: [at('rules.yml')],
        evaluation_interval: '1m',
        tests: [test(before, after, alerts, ages), ...(silentBefore ? [test(before, before, [], [])] : [])],
      }),
    );
    const { status, output } = promtool('test', 'rules', at('test.yml'));
    return status === 0 ? '' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seriesOf(
  before: readonly ScrapedFamily[],
  after: readonly ScrapedFamily[],
  ages: readonly string[],
  secondsApart: number,
): { name: string; series: string; values: string }[] {
  const former = new Map(samplesOf(before).map(({ key, value }) => [key, value]));
  return samplesOf(after).map(({ key, value, counts, name }) => {
    const first = former.get(key) ?? 0;
    // Prometheus' tool begins its time at 0.
    const shown = name.endsWith('_timestamp_seconds') ? value - Date.now() / 1000 : value;
    const growth = (Math.max(0, value - first) * 60) / secondsApart;
    if (counts) return { name, series: key, values: `${first}+${growth}x${steps}` };
    const values = ages.includes(name) ? `${shown}+60x${steps}` : `${shown}x${steps}`;
    return { name, series: key, values };
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
