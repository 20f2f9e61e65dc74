import type { SigningRound } from './arms.js';
import { figuresOf } from './signing-figures.js';
import { signingJson, signingReport } from './signing-report.js';
import { timelineSvg } from './timeline/timeline-svg.js';
import type { Timeline } from './timeline/timeline.js';

const measured = (perSecond: number, p50Ms: number, cpu: Record<string, number>) => ({
  ...{ requests: 1, perSecond, p50Ms, p99Ms: 2 * p50Ms },
  cpu: { ...cpu, 'load generator': 100 },
});
const stack = (perSecond: number, signer: number) => measured(perSecond, 6, { signer, postgres: 50 });

function round(first: number, second: number): SigningRound {
  const other = stack(first / 2, 100);
  return {
    baseline: measured(1000, 2, { baseline: 300 }),
    first: stack(first, 500),
    second: stack(second, 700),
    ...{ doubled: other, new_tokens: other, policies: other, applications_20: other },
    ...{ transaction: other, typed_data: other, sol_transaction: other, psbt_5_inputs: other },
    baseline_alone: measured(100, 1, { baseline: 400 }),
    ...{ first_alone: stack(50, 900), second_alone: stack(40, 900) },
    signer: { ...measured(1, Number.NaN, {}), cpu: { signer: 400 } },
  };
}

const rounds = [round(500, 400), round(600, 700), round(550, 500)];
const idle = [{ all: 0.02, byProcess: { signer: 0.02, postgres: 0 } }];
const timeline: Timeline = {
  times: [{ name: 'POST /<path>', process: 'gateway', depth: 0, startMs: 0, ms: 6 }],
  cpu: new Map([['signer', new Map([['token', 40]])]]),
};
const hop = { perSecond: 1, callerCpuMicroseconds: 1 };
const result = { rounds, idle, timeline, hops: { stream: hop, unary: hop } };

it('compares stacks with the baseline of the same round', () => {
  const figures = figuresOf(rounds, idle);
  expect(figures['throughput_ratio']).toEqual({ median: 0.525, min: 0.4, max: 0.7 });
  expect(figures['p50_ratio']?.median).toBe(6);
  expect(figures['policies_ratio']).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  expect(figures['signer_per_second']?.median).toBe(2500);
  expect(figures['cpu_us_per_signature']).toEqual({ median: 650, min: 550, max: 750 });
  expect(figures['cpu_us_per_signature_with_generator']?.median).toBe(750);
  expect(figures['cpu_us_of_signer']).toEqual({ median: 600, min: 500, max: 700 });
});

it('leaves out the native curve where there is none', () => {
  expect(figuresOf(rounds, idle)).not.toHaveProperty('native_throughput_ratio');
  const native = rounds.map((each) => ({ ...each, baseline_native: measured(2000, 1, {}) }));
  expect(figuresOf(native, idle)['native_throughput_ratio']?.median).toBe(0.2625);
});

it('prints figures for people and for programs', () => {
  const report = signingReport(result);
  expect(report).toMatch(/throughput_ratio .* 0\.525 +0\.400 +0\.700 +at least 0\.5: yes/);
  expect(report).toMatch(/idle_core_share .* at most 0\.01: no/);
  expect(JSON.parse(signingJson(result))).toMatchObject({
    signer_per_second: { median: 2500, min: 2500, max: 2500 },
    cpu_us_of_steps: { signer: { token: 40 } },
  });
});

it('draws what the names say, and no tag of theirs', () => {
  const svg = timelineSvg(timeline);
  expect(svg).toContain('POST /&lt;path>');
  expect(svg).toContain('token: 40 us');
});
