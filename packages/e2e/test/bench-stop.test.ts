import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '@wallet-service/local-stack';
import { processesOf, runScript, temporaryFolder } from './launcher.js';

const folder = temporaryFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('pnpm bench stops in the middle of a measurement on request, with its stack, and reports nothing', async () => {
  const bench = runScript('packages/bench/dist/bench.js', { TMPDIR: folder }, { detached: true });
  await bench.printed(/\] idle/);
  const stacks = readdirSync(folder).filter((name) => name.startsWith('bench-stack-'));
  const processes = stacks.flatMap((name) => processesOf(path.join(folder, name)));
  // To the whole group, as Ctrl-C does.
  process.kill(-(bench.child.pid ?? 0), 'SIGINT');
  expect(await bench.exit).toBe(1);
  expect(bench.output()).toContain('stopped before the end: nothing is reported');
  expect(bench.output()).not.toContain('throughput_ratio');
  expect(stacks).toHaveLength(1);
  expect(processes.length).toBeGreaterThan(7);
  expect(processes.filter(isAlive)).toEqual([]);
});
