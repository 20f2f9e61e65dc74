import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, repositoryRoot } from '@wallet-service/local-stack';
import { processesOf, temporaryFolder, until } from './launcher.js';

const dataDir = temporaryFolder();
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

it('pnpm bench ends in the middle of a measurement when it is told to, with its stack, and reports nothing', async () => {
  const child = spawn(process.execPath, [path.join(repositoryRoot(), 'packages/bench/dist/bench.js')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await until(() => output.includes('load on the floor') || child.exitCode !== null, 60_000);
  const processes = processesOf(dataDir);
  // To the whole group, as Ctrl-C does: the floor process goes at once.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toBe(1);
  expect(output).toContain('stopped before the end: nothing is reported');
  expect(output).not.toContain('full path / floor');
  expect(processes.length).toBeGreaterThan(5);
  expect(processes.filter(isAlive)).toEqual([]);
}, 120_000);
