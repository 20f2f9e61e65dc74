import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { registerNodeMetrics } from './node-metrics.js';

const busy = 'wallet_service_event_loop_busy_seconds_total';

it('has what prom-client reports of Node but the lag of the event loop', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  registerNodeMetrics(ours);
  collectDefaultMetrics({ register: theirs });
  const namesIn = async (registry: Registry) =>
    (await registry.getMetricsAsJSON()).map(({ name }) => name).sort();
  const wanted = (await namesIn(theirs)).filter((name) => !name.startsWith('nodejs_eventloop_lag_'));
  expect(wanted.length).toBeGreaterThan(10);
  expect((await namesIn(ours)).filter((name) => name !== busy)).toEqual(wanted);
});

it('counts the time in which the event loop is busy, and not that in which it rests', async () => {
  const registry = new Registry();
  registerNodeMetrics(registry);
  const read = async () => Number(new RegExp(`^${busy} (.*)$`, 'm').exec(await registry.metrics())?.[1]);
  const before = await read();
  const end = performance.now() + 200;
  while (performance.now() < end);
  const worked = await read();
  expect(worked - before).toBeGreaterThanOrEqual(0.2);
  await sleep(1_000);
  expect((await read()) - worked).toBeLessThan(0.9);
});
