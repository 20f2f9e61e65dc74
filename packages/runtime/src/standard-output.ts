import { pino, type DestinationStream } from 'pino';

/** One write. A pipe takes no more in one piece (PIPE_BUF), and processes that share it must not cut up lines. */
const mostAtOnceBytes = 4_096;
/** Held if writing fails, other than for a reader that is gone. Later lines are dropped. */
const mostHeldBytes = 4 * 1024 * 1024;

/** As `formatters.level` in logger.ts begins each line. */
const isUrgent = /^\{"level":"(?:warn|error|fatal)"/;

let opened: DestinationStream | undefined;

/**
 * Standard output, one for the process, so that the lines of all its loggers are in order. The lines of one turn of the
 * event loop are written together after its I/O, because a system call for each would hold up who waits for an answer.
 * A warning or an error is written at once, with what came before it, and so is all that waits when the process exits.
 * Only what ends a process within a turn (SIGKILL, a crash of Node) loses the lines of that turn. A reader that is slow
 * holds up the process.
 */
export function standardOutput(): DestinationStream {
  return (opened ??= open());
}

function open(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: mostHeldBytes });
  // The reader of the pipe may die before this process. Losing its log must not interrupt the shutdown.
  output.on('error', () => undefined);
  let lines = '';
  let bytes = 0;
  let endOfTurn: NodeJS.Immediate | undefined;
  let isExiting = false;

  // Not sonic-boom's own buffer: `flush` may leave a part of it, and `flushSync` waits for the disk.
  const flush = (): void => {
    clearImmediate(endOfTurn);
    endOfTurn = undefined;
    const whole = lines;
    lines = '';
    bytes = 0;
    if (whole !== '') output.write(whole);
  };
  process.on('exit', () => {
    isExiting = true;
    flush();
  });
  return {
    write(line) {
      const size = Buffer.byteLength(line);
      if (bytes + size > mostAtOnceBytes) flush();
      lines += line;
      bytes += size;
      if (isExiting || isUrgent.test(line)) flush();
      else endOfTurn ??= setImmediate(flush);
    },
  };
}
