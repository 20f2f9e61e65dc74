import { textTable } from '@wallet-service/operator-cli/text-table';
import { steps } from './steps.js';
import type { Timeline } from './timeline.js';

const barLength = 40;

/** For a terminal. */
export function timelineReport({ times, cpu }: Timeline): string {
  const whole = Math.max(...times.map(({ startMs, ms }) => startMs + ms), 0.001);
  const names = processesOf(cpu);
  const used = steps.filter((step) => names.some((name) => (cpu.get(name)?.get(step) ?? 0) >= 0.5));
  return [
    textTable(
      ['time of one request alone', 'process', 'ms', ''],
      times.map(({ name, process, depth, startMs, ms }) => [
        `${'  '.repeat(depth)}${name}`,
        process,
        ms.toFixed(2),
        bar(startMs / whole, ms / whole),
      ]),
    ),
    '',
    textTable(
      ['CPU of a signature under load, us', ...names, 'all'],
      [...used, undefined].map((step) => {
        const row = names.map((name) => usedBy(cpu, name, step));
        const all = row.reduce((sum, each) => sum + each, 0);
        return [step ?? 'all', ...[...row, all].map((each) => (each < 0.5 ? '' : each.toFixed(0)))];
      }),
    ),
  ].join('\n');
}

function bar(start: number, share: number): string {
  const from = Math.min(barLength - 1, Math.max(0, Math.round(start * barLength)));
  return `${' '.repeat(from)}${'█'.repeat(Math.max(1, Math.round(share * barLength)))}`.slice(
    0,
    barLength + 1,
  );
}

/** Those that sign come first, by their CPU. */
export function processesOf(cpu: Timeline['cpu']): readonly string[] {
  return [...cpu.keys()]
    .filter((name) => usedBy(cpu, name, undefined) >= 1)
    .toSorted((one, other) => usedBy(cpu, other, undefined) - usedBy(cpu, one, undefined));
}

/** Microseconds of one step. Undefined: of all. */
export function usedBy(cpu: Timeline['cpu'], name: string, step: (typeof steps)[number] | undefined): number {
  const used = cpu.get(name);
  if (step !== undefined) return used?.get(step) ?? 0;
  return [...(used?.values() ?? [])].reduce((sum, each) => sum + each, 0);
}
