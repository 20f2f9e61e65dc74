import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { scrub, scrubText } from './scrub.js';
import { standardOutput } from './standard-output.js';

export type Logger = PinoLogger;

/**
 * A logger that writes one JSON object per line to standard output, as `standardOutput` says. Secrets are
 * removed by the name of the field at any depth and by the form of the text. That is a safety net, not a
 * licence to log them.
 */
export function createLogger({
  service,
  level,
  destination = standardOutput(),
}: {
  readonly service: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}): Logger {
  const logger = pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => scrub(fields) as Record<string, unknown>,
      },
      // Errors are already plain objects when a serializer would see them; pino's own would add every field of theirs.
      serializers: { err: scrub, error: scrub },
      hooks: { streamWrite: scrubText },
    },
    destination,
  );
  // pino formats the fields of a line, but not those that a child adds to all its lines. Children inherit this method.
  // oxlint-disable-next-line typescript/unbound-method -- called below with the `this` of each child
  const { child } = logger;
  logger.child = function (this: Logger, fields: Record<string, unknown>, ...rest: never[]) {
    return child.call(this, scrub(fields) as Record<string, unknown>, ...rest);
  } as typeof child;
  return logger;
}
