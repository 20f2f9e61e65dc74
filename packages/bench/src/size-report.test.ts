import { sizeFigures, sizeReport, type SizeRound } from './size-report.js';

const measured = (perSecond: number, cpu: Record<string, number> = { wallet: 1 }) => ({
  ...{ requests: 1, perSecond, p50Ms: 1_000 / perSecond, p99Ms: 2_000 / perSecond, cpu },
});
const round = (large: number): SizeRound => ({
  large: measured(large, { wallet: 30, postgres: 20, 'load generator': 1_000 }),
  fresh: measured(100, { wallet: 20, postgres: 5, idle: 0, 'load generator': 1 }),
  second: measured(110, { wallet: 25, postgres: 5, idle: 1 }),
  large_alone: measured(20),
  fresh_alone: measured(10),
  second_alone: measured(10),
});

it('compares within rounds, and leaves out the load generator', () => {
  const figures = sizeFigures([round(90), round(80), round(100)]);
  expect(figures['throughput_ratio']).toEqual({ median: 0.9, min: 0.8, max: 1 });
  expect(figures['cpu_ratio']).toEqual({ median: 2, min: 2, max: 2 });
  expect(figures['cpu_ratio_postgres']?.median).toBe(4);
  for (const name of ['load generator', 'idle']) expect(figures).not.toHaveProperty(`cpu_ratio_${name}`);
  expect(figures['p50_alone_ratio']?.median).toBe(0.5);
  expect(figures['noise_throughput_ratio']?.median).toBeCloseTo(1.1);
  expect(sizeReport(figures)).toMatch(/throughput_ratio .* 0\.90 +0\.80 +1\.00 +1\.10/);
});
