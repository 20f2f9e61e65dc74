import type { ServerHttp2Stream } from 'node:http2';
import { endAnswer, writeMessage } from './answer-stream.js';
import type { CallerSession } from './caller-session.js';
import { status } from './status.js';

// The standard health service (grpc.health.v1) with a static codec: HealthCheckRequest { string service = 1;
// }, HealthCheckResponse { enum status = 1; }.

const answers = { true: Buffer.from([0x08, 1]), false: Buffer.from([0x08, 2]) };

/** `Check` answers the same for every service name, because a process serves one service. */
export const healthPaths = {
  Check: '/grpc.health.v1.Health/Check',
  Watch: '/grpc.health.v1.Health/Watch',
} as const;

export function isServing(response: Uint8Array): boolean {
  return answers.true.equals(response);
}

const watchIntervalMs = 1_000;

/**
 * Answers if `path` belongs to the health service, with the result of `serving` at that moment. The request
 * is not read, because nothing depends on it.
 */
export function answerHealth(
  { leaving }: Pick<CallerSession, 'leaving'>,
  stream: ServerHttp2Stream,
  path: string,
  serving: () => boolean,
): boolean {
  const statusNow = (): Buffer => answers[`${serving()}`];
  if (path === healthPaths.Check) {
    writeMessage(stream, statusNow());
    endAnswer(stream, { status: status.OK });
    stream.resume();
    return true;
  }
  if (path !== healthPaths.Watch) return false;
  let last = statusNow();
  writeMessage(stream, last);
  stream.resume();
  const tellChange = (): void => {
    const now = statusNow();
    if (now !== last) writeMessage(stream, now);
    last = now;
  };
  const timer = setInterval(tellChange, watchIntervalMs).unref();
  // Whoever watches does not end the stream, and a connection that closes waits for its streams.
  const end = (): void => {
    tellChange();
    const outcome = { status: status.UNAVAILABLE, details: 'the server leaves' };
    endAnswer(stream, outcome, { cutOff: true });
  };
  leaving.add(end);
  stream.on('close', () => {
    leaving.delete(end);
    clearInterval(timer);
  });
  return true;
}
