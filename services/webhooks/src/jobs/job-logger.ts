import { Logger } from 'graphile-worker';

/** The part of the process's logger that the job queue writes to. */
export type JobLogger = {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** What the job queue says, in our log. Its chatter about each job is for debugging. */
export function createJobLogger(logger: JobLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    const name: string = level;
    const cause = meta?.['error'];
    const details = cause === undefined ? {} : { err: cause };
    if (name === 'error') logger.error(details, message);
    else if (name === 'warning' && !isAboutPoolSize(meta)) logger.warn(details, message);
    else logger.debug(details, message);
  });
}

// It warns of fewer connections than jobs. That is on purpose here: a job holds no connection of the queue
// while it delivers.
function isAboutPoolSize(meta: object | undefined): boolean {
  return meta !== undefined && 'max' in meta && 'concurrency' in meta;
}
