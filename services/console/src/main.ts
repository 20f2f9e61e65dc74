import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Counter } from 'prom-client';
import { createMemoryStore } from '@wallet-service/redis';
import { createLogger, createRegistry, run, startOperationsServer } from '@wallet-service/runtime';
import { buildApp } from './app.js';
import { readConfigFromProcess, type Config } from './config.js';
import { readPageFiles } from './page-files.js';
import { createProviderSignIn, type ProviderSignIn } from './people-provider.js';
import { callbackPath } from './provider-routes.js';
import { createLimit } from './rate-limit.js';

// The build puts it next to this program.
const pageFolder = fileURLToPath(new URL('page', import.meta.url));

run('console', async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service: 'console', level: config.logLevel });
  const registry = createRegistry('console');
  const answers = new Counter({
    name: 'wallet_service_console_answers_total',
    help: 'Answers to browsers, by route and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const app = buildApp({
    ...config,
    files: readPageFiles(pageFolder, config.prefix),
    takesSessions: config.development,
    provider: providerOf(config),
    limit: createLimit(createMemoryStore({ now: Date.now })),
    now: Date.now,
    onFailed: (error) => {
      logger.error({ err: error }, 'a request failed');
    },
    onProviderFailed: (error) => {
      // Without its cause, which may have the answer of the provider.
      const { name, message, code } = error as {
        readonly name?: string;
        readonly message?: string;
        readonly code?: string;
      };
      logger.warn({ name, problem: message, code }, 'a sign-in at the provider of people failed');
    },
    onAnswered: ({ route, method, status }) => {
      answers.inc({ route, method, status });
    },
    signal: lifecycle.signal,
  });
  const operations = await startOperationsServer({
    listen: config.metricsListen,
    registry,
    ready: () => !lifecycle.signal.aborted,
  });
  lifecycle.onStop('close the operations server', () => operations.close());
  const address = await app.listen({ host: config.host, port: config.port });
  lifecycle.onStop('server', async () => {
    await sleep(config.drainSeconds * 1000);
    await app.close();
  });
  logger.info({ address, operations: operations.url }, 'console is serving');
});

function providerOf({ provider, origin, prefix, development }: Config): ProviderSignIn | undefined {
  const callback = `${origin}${prefix}${callbackPath}`;
  return provider && createProviderSignIn(provider, { callback, allowsHttp: development });
}
