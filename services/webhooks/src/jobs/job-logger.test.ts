import { createJobLogger } from './job-logger.js';

function logged(
  level: 'error' | 'warning' | 'info',
  message: string,
  meta?: Record<string, unknown>,
): unknown[] {
  const lines: unknown[] = [];
  const at = (name: string) => (details: object, text: string) => lines.push([name, details, text]);
  const logger = createJobLogger({ debug: at('debug'), warn: at('warn'), error: at('error') });
  logger[level === 'warning' ? 'warn' : level](message, meta);
  return lines;
}

describe('createJobLogger', () => {
  it('passes errors on with their cause, and warnings', () => {
    const error = new Error('gone');
    expect(logged('error', 'failed', { error })).toEqual([['error', { err: error }, 'failed']]);
    expect(logged('warning', 'slow')).toEqual([['warn', {}, 'slow']]);
  });

  it('logs the chatter about each job at debug level', () => {
    expect(logged('info', 'a job was done')).toEqual([['debug', {}, 'a job was done']]);
  });

  it('does not warn that there are fewer connections than jobs, because that is intended', () => {
    const lines = logged('warning', 'maxPoolSize is smaller than concurrency', { max: 4, concurrency: 20 });
    expect(lines).toEqual([['debug', {}, 'maxPoolSize is smaller than concurrency']]);
  });
});
