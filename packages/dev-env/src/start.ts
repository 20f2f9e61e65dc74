import { runCommand } from './command.js';
import { isRunByScript, launcherConfig } from './config.js';
import { nextSteps } from './next-steps.js';
import { startStack } from './start-stack.js';

const parent = process.ppid;

await runCommand(async ({ announce, signal }) => {
  const asked = AbortSignal.any([signal, ...(isRunByScript() ? [parentGone(announce)] : [])]);
  const running = await startStack({ ...launcherConfig(), announce, signal: asked });
  announce('ready');
  console.log(nextSteps(running.stack, running.dataDir));
  await aborted(asked);
  await running.stop();
  announce('stopped');
});

// A package manager that is killed does not tell its script.
function parentGone(announce: (line: string) => void): AbortSignal {
  const gone = new AbortController();
  setInterval(() => {
    if (process.ppid === parent || gone.signal.aborted) return;
    announce('the parent process is gone: stopping');
    gone.abort();
  }, 500).unref();
  return gone.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
