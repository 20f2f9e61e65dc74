import type { LatencyProbe, LoadResult } from './load.js';
import type { CpuPerRequest } from './report.js';

export type CpuMeter = { readonly name: string; readonly read: () => number | undefined };
export type Round = { readonly load: LoadResult; readonly cpu: readonly CpuPerRequest[] };

/** Runs each kind of load in turn, `rounds` times, so that other work of the machine affects all of them alike. */
export async function inTurns<Kind extends string>(
  loads: Readonly<Record<Kind, () => Promise<LoadResult>>>,
  rounds: number,
  meters: readonly CpuMeter[],
): Promise<Record<Kind, Round>> {
  const kinds = Object.keys(loads) as Kind[];
  const done = new Map<Kind, Round[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of kinds) done.get(kind)?.push(await withCpu(meters, loads[kind]));
  return Object.fromEntries(kinds.map((kind) => [kind, together(done.get(kind) ?? [])])) as Record<
    Kind,
    Round
  >;
}

/** The median of all latencies of each kind, in milliseconds. Measured in turn, for the same reason. */
export async function mediansInTurns<Kind extends string>(
  probes: Readonly<Record<Kind, Pick<LatencyProbe, 'measure'>>>,
  rounds: number,
  secondsEach: number,
): Promise<Record<Kind, number>> {
  const kinds = Object.keys(probes) as Kind[];
  const latencies = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of kinds) latencies.get(kind)?.push(...(await probes[kind].measure(secondsEach)));
  return Object.fromEntries(kinds.map((kind) => [kind, median(latencies.get(kind) ?? [])])) as Record<
    Kind,
    number
  >;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function withCpu(meters: readonly CpuMeter[], work: () => Promise<LoadResult>): Promise<Round> {
  const before = meters.map(({ read }) => read());
  const load = await work();
  const cpu = meters.flatMap(({ name, read }, index) => {
    const [start, end] = [before[index], read()];
    if (start === undefined || end === undefined) return [];
    return [{ name, microseconds: ((end - start) * 1000) / load.requests }];
  });
  return { load, cpu };
}

/** The p99 is that of the worst round. */
function together(rounds: readonly Round[]): Round {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const requests = sum(({ load }) => load.requests);
  const seconds = sum(({ load }) => load.requests / load.perSecond);
  const names = rounds[0]?.cpu.map(({ name }) => name) ?? [];
  const usedBy = (name: string, { load, cpu }: Round) =>
    load.requests * (cpu.find((each) => each.name === name)?.microseconds ?? 0);
  return {
    load: {
      requests,
      perSecond: requests / seconds,
      p99Ms: Math.max(...rounds.map(({ load }) => load.p99Ms)),
    },
    cpu: names.map((name) => ({
      name,
      microseconds: sum((round) => usedBy(name, round)) / requests,
    })),
  };
}
