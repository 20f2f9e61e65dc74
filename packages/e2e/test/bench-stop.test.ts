import { rmSync } from 'node:fs';
import { isAlive } from '@wallet-service/local-stack';
import { processesOf, runScript, temporaryFolder } from './launcher.js';

const dataDir = temporaryFolder();
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

it('pnpm bench stops in the middle of a measurement on request, with its stack, and reports nothing', async () => {
  const bench = runScript('packages/bench/dist/bench.js', { DATA_DIR: dataDir }, { detached: true });
  await bench.printed(/load on the baseline/);
  const processes = processesOf(dataDir);
  // To the whole group, as Ctrl-C does. The baseline process exits at once.
  process.kill(-(bench.child.pid ?? 0), 'SIGINT');
  expect(await bench.exit).toBe(1);
  expect(bench.output()).toContain('stopped before the end: nothing is reported');
  expect(bench.output()).not.toContain('full path / baseline');
  expect(processes.length).toBeGreaterThan(5);
  expect(processes.filter(isAlive)).toEqual([]);
});
