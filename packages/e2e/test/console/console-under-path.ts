import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { startProcess } from '@wallet-service/test-kit/start-process';
import type { SharedStack } from '../stacks.js';

export type ConsoleUnderPath = {
  readonly url: string;
  /** The load balancer. Browsers get to the console through it alone. */
  readonly proxy: string;
  readonly stop: () => Promise<void>;
};

/**
 * A console under a path, and a load balancer that has nothing but it. Passkeys are bound to one origin, which is the
 * one of the stack's own console: so browsers ask the load balancer as their proxy.
 */
export async function startConsoleUnderPath(
  { consoleUrl, gatewayUrls }: SharedStack,
  prefix: string,
): Promise<ConsoleUnderPath> {
  const url = consoleUrl + prefix;
  const service = startProcess(path.join(repositoryRoot(), 'services/console/dist/main.js'), {
    env: {
      ...{ ENVIRONMENT: 'development', PORT: '0', TRUST_PROXY: '127.0.0.1' },
      ...{ CONSOLE_URL: url, GATEWAY_URL: gatewayUrls[0] },
    },
  });
  const [, port] = await service.printed(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/);
  const balancer = createServer((asked, answer) => {
    const { host, pathname, search } = new URL(asked.url ?? '');
    if (host !== new URL(url).host || !`${pathname}/`.startsWith(`${prefix}/`)) {
      answer.writeHead(404).end();
      return;
    }
    const { method, headers } = asked;
    const passedOn = request({ port, method, headers, path: pathname + search });
    passedOn.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 0, got.headers);
      got.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    answer.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url,
    proxy: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    stop: async () => {
      balancer.closeAllConnections();
      balancer.close();
      await service.end('SIGTERM');
    },
  };
}
