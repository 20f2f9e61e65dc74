import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '@wallet-service/test-kit/until';
import { startJobRunner, type JobRunner } from '../src/jobs/job-runner-client.js';
import { createRowMacs } from '../src/row-macs.js';
import { createTenancy } from '../src/tenancy-store.js';
import { testFeeds } from './feeds.js';
import { quiet, startWebhooks, type Webhooks } from './webhooks-replicas.js';

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
async function running(): Promise<string[]> {
  const ran: string[] = [];
  runner = await startJobRunner({
    url: webhooks.database.roles.webhooks.url,
    concurrency: 3,
    deliver: ({ orderingKey }) => {
      ran.push(orderingKey);
      return Promise.resolve();
    },
    logger: quiet,
  });
  return ran;
}
const tenancy = (onCommit: (haveJobs: boolean) => void) =>
  createTenancy(
    webhooks.servicePool,
    createRowMacs(randomBytes(32), undefined, () => undefined),
    { maker: () => undefined, newId: randomUUID, now: Date.now },
    onCommit,
  );
const stream = (orderingKey: string) => ({ endpointId: randomUUID(), orderingKey });

it('a process runs the jobs that it writes', async () => {
  const ran = await running();
  const ours = tenancy((haveJobs) => {
    if (haveJobs) runner?.wake();
  });
  for (const key of ['one', 'two', 'three', 'four']) {
    await ours.within(applicationId, ({ jobs }) => jobs.wake([stream(key)]));
    await until(`job ${key}`, () => Promise.resolve(ran.includes(key)));
  }
});

it('it is woken when the jobs are committed, and not without jobs', async () => {
  const wakes: boolean[] = [];
  const ours = tenancy((haveJobs) => wakes.push(haveJobs));
  await ours.within(applicationId, ({ jobs }) => jobs.wake([]));
  await ours
    .within(applicationId, async ({ jobs }) => {
      await jobs.wake([stream('one')]);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(wakes).toEqual([false]);
  await ours.within(applicationId, async ({ jobs }) => {
    await jobs.schedule(stream('one'), new Date());
    expect(wakes).toEqual([false]);
  });
  expect(wakes).toEqual([false, true]);
});

it('a process finds jobs of others when it is told that there are some', async () => {
  const ran = await running();
  const ours = tenancy(() => undefined);
  await ours.within(applicationId, ({ jobs }) => jobs.wake([stream('of another')]));
  expect((await ours.whatIsDue(false)).jobs).toBe(true);
  runner?.wake();
  await until('the job', () => Promise.resolve(ran.includes('of another')));
});
