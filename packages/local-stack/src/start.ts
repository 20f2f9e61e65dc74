import { readArguments } from './command/read-arguments.js';
import { runCommand } from './command/run-command.js';
import { launcherConfig } from './config.js';
import { nextSteps } from './stack/next-steps.js';
import { startStack } from './stack/start-stack.js';

readArguments(
  `pnpm start: the whole service on this machine, until Ctrl-C
  DATA_DIR       where it keeps its data (.local)
  PORT           of the gateway (8080; 0 = any free port)
  DATABASE_URL   a Postgres server instead of the embedded one
  REDIS_URL      a Redis server instead of the memory of the processes`,
  {},
);
await runCommand(async ({ announce, signal }) => {
  const running = await startStack({ ...launcherConfig(), announce, signal });
  announce('ready');
  console.log(nextSteps(running.stack, running.dataDir));
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  await running.stop();
  announce('stopped');
});
