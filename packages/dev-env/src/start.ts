import { runCommand } from './command/run-command.js';
import { launcherConfig } from './config.js';
import { nextSteps } from './stack/next-steps.js';
import { startStack } from './stack/start-stack.js';

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
