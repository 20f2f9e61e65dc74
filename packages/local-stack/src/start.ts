import { readArguments } from './command/read-arguments.js';
import { runCommand } from './command/run-command.js';
import { launcherConfig } from './config.js';
import { nextSteps } from './stack/next-steps.js';
import { signInLink } from './stack/sign-in-link.js';
import { startStack } from './stack/start-stack.js';

readArguments(
  `pnpm start: the whole service on this machine, until Ctrl-C
  DATA_DIR       where it keeps its data (.local)
  PORT           of the gateway (8080; 0 = any free port)
  CONSOLE        false: without the console
  CONSOLE_PORT   of the console (8090; 0 = any free port)
  DATABASE_URL   a Postgres server instead of the embedded one
  REDIS_URL      a Redis server instead of the memory of the processes`,
  {},
);
await runCommand(async ({ announce, signal }) => {
  const config = launcherConfig();
  const running = await startStack({ ...config, announce, signal });
  announce('ready');
  console.log(nextSteps(running.stack, running.dataDir));
  if (config.console) {
    const link = await signInLink(running.stack, running.consoleUrl, running.dataDir);
    console.log(`The console, signed in as operator and owner of the demo application:\n${link}\n`);
  }
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  await running.stop();
  announce('stopped');
});
