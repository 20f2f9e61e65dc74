import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '@wallet-service/local-stack';

export type DelayProxy = {
  /** The same URL with the port of the proxy. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** A process that delays what passes between its callers and a server on this machine. `delayMs`: each way. */
export async function startDelayProxy(url: string, delayMs: number): Promise<DelayProxy> {
  const through = new URL(url);
  const program = path.join(repositoryRoot(), 'packages/bench/dist/delay-proxy.js');
  const child = spawn(process.execPath, [program], {
    env: { EXIT_WITH_PARENT: '1', TARGET_PORT: through.port, DELAY_MS: String(delayMs) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  through.port = String((JSON.parse(line) as { port: number }).port);
  return {
    url: through.href,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
