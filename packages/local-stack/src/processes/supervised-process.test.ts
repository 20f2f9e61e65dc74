import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import { isAlive, processIdentity } from './process-identity.js';
import { superviseProcess, type ProcessSpec, type SupervisedProcess } from './supervised-process.js';

let folder: string;
let lines: string[];
const started: SupervisedProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'supervised-'));
  lines = [];
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((supervised) => supervised.stop()));
  rmSync(folder, { recursive: true });
});

const patient =
  'process.stdin.resume(); process.stdin.on("close", () => process.exit(0)); setInterval(() => {}, 1000);';
const readyFile = (): string => path.join(folder, 'ready');

function supervise(script: string, extra: Partial<ProcessSpec> = {}): SupervisedProcess {
  const supervised = superviseProcess(
    {
      name: 'thing-0',
      args: ['-e', script],
      env: { READY: readyFile() },
      logFile: path.join(folder, 'thing-0.log'),
      isReady: () => Promise.resolve(true),
      ...extra,
    },
    { announce: (line) => lines.push(line), onSpawn: () => undefined },
  );
  started.push(supervised);
  return supervised;
}

describe('superviseProcess', () => {
  it('is ready when the probe succeeds', async () => {
    const script = `setTimeout(() => require("fs").writeFileSync(process.env.READY, ""), 200); ${patient}`;
    const supervised = supervise(script, { isReady: () => Promise.resolve(existsSync(readyFile())) });
    await supervised.ready;
    expect(existsSync(readyFile())).toBe(true);
  });

  it('starts a killed process again and says so', async () => {
    const supervised = supervise(patient);
    await supervised.ready;
    const first = supervised.pid();
    supervised.kill('SIGKILL');
    await until('the new process', () => lines.some((line) => line.includes('is ready again')));
    expect(supervised.pid()).not.toBe(first);
    expect(lines[0]).toMatch(/^thing-0 ended \(signal SIGKILL\); starting it again in 0\.25 s/);
  });

  it('gives up on a process that never becomes ready, and points to its log', async () => {
    const supervised = supervise('console.error("no luck"); process.exit(3)', {
      isReady: () => Promise.resolve(false),
    });
    await expect(supervised.ready).rejects.toThrow('thing-0 does not start (exit code 3); see ');
    expect(readFileSync(supervised.logFile, 'utf8')).toContain('no luck');
  });

  it('stops it cleanly and does not start it again', async () => {
    const supervised = supervise(
      `process.on("SIGTERM", () => { console.log("drained"); process.exit(0); }); ${patient}`,
      { isReady: () => Promise.resolve(true) },
    );
    await supervised.ready;
    await sleep(200);
    const identity = processIdentity(Number(supervised.pid()));
    await supervised.stop();
    expect(identity && isAlive(identity)).toBe(false);
    expect(readFileSync(supervised.logFile, 'utf8')).toContain('drained');
    await sleep(400);
    expect(supervised.pid()).toBeUndefined();
  });

  it('restarts on request without calling it a crash', async () => {
    const supervised = supervise(patient);
    await supervised.ready;
    const first = supervised.pid();
    await supervised.restart();
    expect(supervised.pid()).not.toBe(first);
    expect(lines.some((line) => line.includes('ended'))).toBe(false);
  });

  it('forbids core files and passes on none of its own environment', async () => {
    const supervised = supervise(
      `const fs = require("fs");
       console.log(fs.readFileSync("/proc/self/limits", "utf8"), JSON.stringify(process.env)); ${patient}`,
    );
    await until('its line', () => readFileSync(supervised.logFile, 'utf8').includes('READY'));
    const log = readFileSync(supervised.logFile, 'utf8');
    expect(log).toMatch(/Max core file size +0 +0/);
    expect(log).not.toContain('"PATH":"' + String(process.env['PATH']));
  });
});
