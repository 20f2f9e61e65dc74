import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { observability, type Query } from './queries.js';

const present = spawnSync('promtool', ['--version']).status === 0;

/** `it`, where Prometheus' own tool is installed (Debian: in the package `prometheus`), and always in CI. */
export const itWithPromtool = present || process.env['CI'] ? it : it.skip;

/** What promtool printed, and whether it succeeded. Runs in the folder of the rules. */
export function promtool(...args: readonly string[]): {
  readonly status: number | null;
  readonly output: string;
} {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, {
    cwd: observability,
    encoding: 'utf8',
  });
  if (error) throw new Error('promtool is missing: it is in the package prometheus', { cause: error });
  return { status, output: stdout + stderr };
}

/** What Prometheus' parser says about the queries. Empty when all are valid. */
export function faultsOf(queries: readonly Query[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'queries-'));
  try {
    const file = path.join(folder, 'queries.yml');
    const rules = queries.map(({ from, expr }, index) => ({
      record: `query_${index}`,
      expr,
      labels: { from },
    }));
    writeFileSync(file, stringify({ groups: [{ name: 'queries', rules }] }));
    const { status, output } = promtool('check', 'rules', file);
    return status === 0 ? '' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
