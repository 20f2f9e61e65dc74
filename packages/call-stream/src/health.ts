import type { ServerHttp2Stream } from 'node:http2';
import { endAnswer, writeMessage } from './answer-stream.js';
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
export function answerHealth(stream: ServerHttp2Stream, path: string, serving: () => boolean): boolean {
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
  const timer = setInterval(() => {
    const now = statusNow();
    if (now !== last) writeMessage(stream, now);
    last = now;
  }, watchIntervalMs).unref();
  stream.on('close', () => {
    clearInterval(timer);
  });
  return true;
}
