import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processIdentity } from '../processes/process-identity.js';
import { lockStack, StackRunsAlready } from './lock.js';

let folder: string;
const file = (): string => path.join(folder, 'stack.lock');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('lockStack', () => {
  it('refuses a folder whose launcher is alive, and names its process', () => {
    lockStack(folder);
    expect(() => lockStack(folder)).toThrow(StackRunsAlready);
    expect(() => lockStack(folder)).toThrow(`process ${process.pid}`);
  });

  it('releases the folder and leaves nothing behind', () => {
    lockStack(folder)();
    expect(readdirSync(folder)).toEqual([]);
    lockStack(folder);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(processIdentity(process.pid));
  });

  it('takes over the lock of a launcher that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    writeFileSync(file(), JSON.stringify(processIdentity(Number(child.pid))));
    expect(() => lockStack(folder)).toThrow(StackRunsAlready);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockStack(folder)();
    expect(existsSync(file())).toBe(false);
  });

  it('takes over when the process id now belongs to another process', () => {
    writeFileSync(file(), JSON.stringify({ pid: process.pid, startedAt: 'another time' }));
    lockStack(folder)();
  });

  it('takes over a file that is not a lock', () => {
    writeFileSync(file(), '');
    lockStack(folder)();
  });
});
