import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '@wallet-service/test-kit/until';
import { startJobRunner, type JobRunner } from '../src/jobs/job-runner-client.js';
import { createRowMacs } from '../src/row-macs.js';
import { createTenancy } from '../src/tenancy-store.js';
import { testFeeds } from './feeds.js';
import { quiet, startWebhooks, type Webhooks } from './webhooks-replicas.js';

const never = 3_600_000;
const applicationId = randomUUID();
let webhooks: Webhooks;
let runner: JobRunner | undefined;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_jobs_runner', testFeeds());
});
afterAll(() => webhooks.close());
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

/** Runs jobs. Resolves to the streams of those that ran. */
async function running(pollMs: number): Promise<string[]> {
  const ran: string[] = [];
  runner = await startJobRunner({
    url: webhooks.database.roles.webhooks.url,
    pollMs,
    concurrency: 3,
    deliver: ({ orderingKey }) => {
      ran.push(orderingKey);
      return Promise.resolve();
    },
    logger: quiet,
  });
  return ran;
}
const tenancy = (onJobs: () => void) =>
  createTenancy(
    webhooks.servicePool,
    createRowMacs(randomBytes(32), undefined, () => undefined),
    { maker: () => undefined, newId: randomUUID, now: Date.now },
    onJobs,
  );
const stream = (orderingKey: string) => ({ endpointId: randomUUID(), orderingKey });

it('a process that never asks for jobs runs those that it writes', async () => {
  const ran = await running(never);
  const ours = tenancy(() => runner?.wake());
  for (const key of ['one', 'two', 'three', 'four']) {
    await ours.within(applicationId, ({ jobs }) => jobs.wake([stream(key)]));
    await until(`job ${key}`, () => Promise.resolve(ran.includes(key)));
  }
});

it('it is woken when the jobs are committed, and not without jobs', async () => {
  const wakes: string[] = [];
  const ours = tenancy(() => wakes.push('woken'));
  await ours.within(applicationId, ({ jobs }) => jobs.wake([]));
  await ours
    .within(applicationId, async ({ jobs }) => {
      await jobs.wake([stream('one')]);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(wakes).toEqual([]);
  await ours.within(applicationId, async ({ jobs }) => {
    await jobs.schedule(stream('one'), new Date());
    expect(wakes).toEqual([]);
  });
  expect(wakes).toEqual(['woken']);
});

it('a process finds jobs of others by asking', async () => {
  const ran = await running(20);
  await tenancy(() => undefined).within(applicationId, ({ jobs }) => jobs.wake([stream('of another')]));
  await until('the job', () => Promise.resolve(ran.includes('of another')));
});
