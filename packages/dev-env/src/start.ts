import { isRunByScript, launcherConfig } from './config.js';
import { nextSteps } from './next-steps.js';
import { startStack, type RunningStack } from './start-stack.js';

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const startedAt = Date.now();
const announce = (line: string): void => {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`[${seconds.padStart(5)} s] ${line}`);
};
// A reader of the progress that went away must not end the stack.
process.stdout.on('error', () => undefined);

const asked = new AbortController();
for (const signal of stopSignals) {
  process.on(signal, () => {
    if (!asked.signal.aborted) announce(`${signal}: stopping`);
    asked.abort();
  });
}

// A package manager that is killed does not tell its script.
if (isRunByScript()) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !asked.signal.aborted) {
      announce('the parent process is gone: stopping');
      asked.abort();
    }
  }, 500).unref();
}

async function main(): Promise<void> {
  const config = launcherConfig();
  const running: RunningStack = await startStack({ ...config, announce, signal: asked.signal });
  announce('ready');
  console.log(nextSteps(running.stack, running.dataDir));
  if (!asked.signal.aborted) {
    await new Promise<void>((resolve) => {
      asked.signal.addEventListener('abort', () => {
        resolve();
      });
    });
  }
  await running.stop();
  announce('stopped');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = asked.signal.aborted ? 0 : 1;
}
process.exit();
