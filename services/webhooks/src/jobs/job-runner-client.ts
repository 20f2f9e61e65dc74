import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner, type Worker, type WorkerEvents } from 'graphile-worker';
import { createPool, type PostgresLogger } from '@wallet-service/postgres';
import { createJobLogger, type JobLogger } from './job-logger.js';
import { deliverTask, jobSchema, type DeliverPayload, type DeliveryStream } from './job-store.js';

export type JobRunnerOptions = {
  /** As the service's role. */
  readonly url: string;
  /** How many jobs run concurrently in this process. */
  readonly concurrency: number;
  readonly deliver: (stream: DeliveryStream, stopped: AbortSignal) => Promise<void>;
  readonly logger: JobLogger & PostgresLogger;
};

export type JobRunner = {
  /** A worker asks at once: this process has written a job, or there is one that others wrote or that may be due. */
  readonly wake: () => void;
  /** Takes no new job, aborts the running attempts and waits for their jobs to end. */
  readonly stop: () => Promise<void>;
};

type Pool = ReturnType<typeof createPool>;
type Begun = { readonly runner: Runner; readonly wakeOne: () => void };

/** How often a worker that is idle asks by itself, which it need not. */
const workerPollMs = 600_000;
const restartMs = 1_000;
/** This process's connections for taking and finishing jobs. */
const connections = 4;

/**
 * Runs the delivery jobs. If the queue gives up because the database cannot be reached for long, it is
 * restarted.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { url, logger } = options;
  const pool = createPool({ url, max: connections, logger, applicationName: 'webhooks-jobs' });
  const stopped = new AbortController();
  const start = () => begin(options, withoutListener(pool), stopped.signal);
  let current = await start();
  const running = (async () => {
    for (
      let next: Begun | undefined = current;
      next;
      next = await beginAgain(start, logger, stopped.signal)
    ) {
      current = next;
      await next.runner.promise.catch((error: unknown) => {
        logger.error({ err: error }, 'the job queue failed');
      });
    }
  })();
  return {
    wake: () => {
      current.wakeOne();
    },
    async stop() {
      stopped.abort();
      await current.runner.stop().catch(() => undefined);
      await running;
      await pool.end();
    },
  };
}

/** Undefined when the process stops. */
async function beginAgain(
  start: () => Promise<Begun>,
  logger: JobLogger,
  stopped: AbortSignal,
): Promise<Begun | undefined> {
  for (;;) {
    const waited = await sleep(restartMs, true, { signal: stopped }).catch(() => false);
    if (!waited) return undefined;
    try {
      return await start();
    } catch (error) {
      logger.warn({ err: error }, 'the job queue could not be restarted');
    }
  }
}

/**
 * The queue asks for a connection with a callback for one purpose: to listen on it. Through a pooler that gives
 * connections by transaction it would hear nothing, and others would get the connection that listens. Jobs are found
 * by asking.
 */
function withoutListener(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return (callback?: unknown) => (callback ? undefined : target.connect());
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function begin(
  { concurrency, deliver, logger }: JobRunnerOptions,
  pool: Pool,
  stopped: AbortSignal,
): Promise<Begun> {
  const events: WorkerEvents = new EventEmitter();
  const wakeOne = createWakeOne(events);
  const runner = await run({
    pgPool: pool,
    events,
    noPreparedStatements: true,
    schema: jobSchema,
    concurrency,
    pollInterval: workerPollMs,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: createJobLogger(logger),
    taskList: {
      [deliverTask]: (payload) => {
        const { application_id, endpoint_id, ordering_key } = payload as DeliverPayload;
        const stream = { applicationId: application_id, endpointId: endpoint_id, orderingKey: ordering_key };
        return deliver(stream, stopped);
      },
    },
  });
  return { runner, wakeOne };
}

/**
 * The returned function has one of the idle workers ask for a job. If there is one, the next worker asks at once: many
 * jobs have all workers soon, and an idle process does not ask with each of them.
 */
function createWakeOne(events: WorkerEvents): () => void {
  const workers = new Set<Worker>();
  events.on('worker:create', ({ worker }) => workers.add(worker));
  events.on('worker:release', ({ worker }) => workers.delete(worker));
  const wakeOne = () => {
    for (const worker of workers) if (worker.nudge()) return;
  };
  events.on('job:start', wakeOne);
  return wakeOne;
}
