import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launcherConfig } from '../config.js';
import { startStack, type RunningStack } from './start-stack.js';

export type TestStack = RunningStack & {
  /** The launcher's lines of progress. */
  readonly progress: readonly string[];
};

/**
 * A whole stack on free ports for one test file. `variables`: as for `pnpm start`, such as `{
 * WALLET_REPLICAS: '2' }`. Without a DATA_DIR it gets a folder of its own, which `stop` removes. `profiles`: a
 * folder where each process leaves a CPU profile when it ends. Build first.
 */
export async function startTestStack(
  variables: Readonly<Record<string, string>> = {},
  profiles?: string,
): Promise<TestStack> {
  const temporary = variables['DATA_DIR'] === undefined;
  const dataDir = variables['DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'stack-'));
  const progress: string[] = [];
  const config = launcherConfig({
    PORT: '0',
    CONSOLE: 'false',
    ...variables,
    DATA_DIR: dataDir,
  });
  const running = await startStack({ ...config, profiles, announce: (line) => progress.push(line) });
  return {
    ...running,
    progress,
    stop: async () => {
      await running.stop();
      if (temporary) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
