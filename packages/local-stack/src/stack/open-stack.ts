import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { launcherConfig } from '../config.js';
import { probeHttp } from '../processes/probe-http.js';
import type { StackFile } from './stack-file.js';
import { launcherOf } from './lock.js';
import { startStack, type RunningStack } from './start-stack.js';

export type OpenStack = {
  readonly stack: StackFile;
  readonly running?: RunningStack;
  close(): Promise<void>;
};

/** The stack that runs in DATA_DIR, or one that is started for the caller and stopped by `close`. */
export async function openStack(announce: (line: string) => void, signal: AbortSignal): Promise<OpenStack> {
  const config = launcherConfig();
  const found = await runningStack(config.dataDir);
  if (found) {
    announce(`using the stack that runs at ${found.express_url}`);
    return { stack: found, close: () => Promise.resolve() };
  }
  if (existsSync(stackFileIn(config.dataDir)) && !launcherOf(config.dataDir))
    announce('stack.json is left over from a stack that was killed: it is not used');
  announce('no stack runs here: starting one');
  // Any free port, because the usual one may be in use.
  const running = await startStack({ ...config, port: 0, console: false, consolePort: 0, announce, signal });
  return { stack: running.stack, running, close: running.stop };
}

/**
 * Undefined if there is none, or it does not answer: the file of a killed launcher may name a port that
 * another program uses now.
 */
export async function runningStack(dataDir: string): Promise<StackFile | undefined> {
  const file = stackFileIn(dataDir);
  if (!existsSync(file) || !launcherOf(dataDir)) return undefined;
  const stack = JSON.parse(readFileSync(file, 'utf8')) as StackFile;
  const answers = await probeHttp(`${stack.express_url}/readyz`).catch(() => false);
  return answers ? stack : undefined;
}

function stackFileIn(dataDir: string): string {
  return path.join(dataDir, 'stack.json');
}
