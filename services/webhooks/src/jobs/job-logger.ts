import { Logger } from 'graphile-worker';

/** The part of the process's logger that the job queue writes to. */
export type JobLogger = {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** The job queue's messages, in our log. Its messages about each job are at the debug level. */
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

// It warns that there are fewer connections than jobs. That is intended: a job holds no connection of the
// queue while it delivers.
function isAboutPoolSize(meta: object | undefined): boolean {
  return meta !== undefined && 'max' in meta && 'concurrency' in meta;
}
