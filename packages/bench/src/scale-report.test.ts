import { scaleFigures, scaleJson, scaleReport, type ReplicaCount, type ScaleRound } from './scale-report.js';

const load = (perSecond: number, p99Ms: number) => ({ requests: 1, perSecond, p50Ms: 1, p99Ms });
function round(one: number, two: number, four: number): ScaleRound {
  const loads = new Map<ReplicaCount, ReturnType<typeof load>>([
    [4, load(four, 30)],
    [1, load(one, 10)],
    [2, load(two, 20)],
  ]);
  return { hot: loads, spread: new Map([...loads, [2, load(one, 5)]]) };
}

const figures = scaleFigures({
  near: [round(100, 90, 80), round(200, 220, 100), round(100, 100, 100), round(100, 70, 90)],
  far: [round(100, 0, 300), round(100, 0, 200), round(50, 0, 150)],
  deadlocks: 3,
});

it('compares each number of replicas with one replica of the same round', () => {
  expect(figures.throughput.replicas_2_hot).toEqual({ median: 0.95, min: 0.7, max: 1.1 });
  expect(figures.throughput.replicas_4_hot.min).toBe(0.5);
  expect(figures.throughput.replicas_2_spread).toEqual({ median: 1, min: 1, max: 1 });
  expect(figures.throughput.delay_5ms_replicas_4_hot).toEqual({ median: 3, min: 2, max: 3 });
  expect(figures.p99.replicas_2_hot).toEqual({ median: 2, min: 2, max: 2 });
  expect(figures.p99.replicas_2_spread.median).toBe(0.5);
});

it('prints the figures for people and for programs', () => {
  const json = JSON.parse(scaleJson(figures)) as Record<string, unknown>;
  expect(Object.keys(json)).toEqual([
    'replicas_2_hot',
    'replicas_2_spread',
    'replicas_4_hot',
    'replicas_4_spread',
    'delay_5ms_replicas_4_hot',
    'delay_5ms_replicas_4_spread',
    'p99',
    'deadlocks',
  ]);
  expect(json).toMatchObject({ replicas_4_hot: { min: 0.5 }, deadlocks: 3 });
  expect(scaleReport(figures)).toMatch(/delay_5ms_replicas_4_hot +3\.00 +2\.00 +3\.00 +at least 2\.5/);
});

it('reports nothing when a measurement is missing', () => {
  const lacking = { ...round(1, 1, 1), hot: new Map([[1 as ReplicaCount, load(1, 1)]]) };
  expect(() => scaleFigures({ near: [lacking], far: [lacking], deadlocks: 0 })).toThrow(
    /lacks a measurement/,
  );
  expect(() => scaleFigures({ near: [], far: [], deadlocks: 0 })).toThrow(/no round/);
});
