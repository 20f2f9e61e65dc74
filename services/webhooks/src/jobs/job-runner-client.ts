import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner } from 'graphile-worker';
import { createJobLogger, type JobLogger } from './job-logger.js';
import { deliverTask, jobSchema, type DeliverPayload, type DeliveryStream } from './job-store.js';

export type JobRunnerOptions = {
  /** As the service's role. */
  readonly url: string;
  /** How many jobs run concurrently in this process. */
  readonly concurrency: number;
  readonly deliver: (stream: DeliveryStream, stopped: AbortSignal) => Promise<void>;
  readonly logger: JobLogger;
};

export type JobRunner = {
  /** Takes no new job, aborts the running attempts and waits for their jobs to end. */
  readonly stop: () => Promise<void>;
};

const pollMs = 1_000;
const restartMs = 1_000;
/** This process's connections for taking and finishing jobs and for listening. */
const connections = 4;

/**
 * Runs the delivery jobs. If the queue gives up because the database cannot be reached for long, it is
 * restarted.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const stopped = new AbortController();
  let runner = await begin(options, stopped.signal);
  const running = (async () => {
    for (let next: Runner | undefined = runner; next; next = await beginAgain(options, stopped.signal)) {
      runner = next;
      await next.promise.catch((error: unknown) => {
        options.logger.error({ err: error }, 'the job queue failed');
      });
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await runner.stop().catch(() => undefined);
      await running;
    },
  };
}

/** Undefined when the process stops. */
async function beginAgain(options: JobRunnerOptions, stopped: AbortSignal): Promise<Runner | undefined> {
  for (;;) {
    const waited = await sleep(restartMs, true, { signal: stopped }).catch(() => false);
    if (!waited) return undefined;
    try {
      return await begin(options, stopped);
    } catch (error) {
      options.logger.warn({ err: error }, 'the job queue could not be restarted');
    }
  }
}

function begin(
  { url, concurrency, deliver, logger }: JobRunnerOptions,
  stopped: AbortSignal,
): Promise<Runner> {
  return run({
    connectionString: url,
    schema: jobSchema,
    maxPoolSize: connections,
    concurrency,
    pollInterval: pollMs,
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
}
