import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '@wallet-service/test-kit/until';
import { bundle } from './bundle.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

const serving = 'setInterval(() => undefined, 1000)';

/** A process that `run`s and prints what happens. `behaviour` is the body of its `main`. `meanwhile` keeps it alive. */
function program(folder: string, behaviour: string, meanwhile = serving): Promise<string> {
  const contents = `import { run } from './src/run.ts';
    ${meanwhile};
    run('child', async ({ onStop, signal }) => { ${behaviour}; console.log('up'); });`;
  return bundle(packageFolder, folder, contents);
}

class Child {
  readonly process: ChildProcess;
  readonly lines: string[] = [];
  readonly exit: Promise<unknown[]>;
  #errors = '';

  constructor(file: string, env: Record<string, string> = {}) {
    this.process = spawn(process.execPath, [file], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    this.exit = once(this.process, 'exit');
    if (!this.process.stdout) throw new Error('stdout is a pipe');
    createInterface(this.process.stdout).on('line', (line) => this.lines.push(line));
  }

  errors(): string {
    return this.#errors;
  }

  async said(text: string): Promise<void> {
    while (!this.lines.some((line) => line.includes(text))) await sleep(10);
  }
}

describe('run', () => {
  // Inside the package, so that the children find its dependencies.
  const folder = mkdtempSync(path.join(packageFolder, '.run-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const steps = `
    onStop('first', async () => console.log('closed first', signal.aborted));
    onStop('second', async () => console.log('closed second'))`;

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs the steps in reverse order on %s and exits with 0',
    async (signal) => {
      const child = new Child(await program(folder, steps));
      await child.said('up');
      child.process.kill(signal);
      child.process.kill(signal);
      expect(await child.exit).toEqual([0, null]);
      expect(child.lines.filter((line) => line.startsWith('closed'))).toEqual([
        'closed second',
        'closed first true',
      ]);
    },
  );

  it('stops when its standard input ends, if it is told to exit with its parent', async () => {
    const child = new Child(await program(folder, steps), { EXIT_WITH_PARENT: '1' });
    await child.said('up');
    child.process.stdin?.end();
    expect(await child.exit).toEqual([0, null]);
    expect(child.lines).toContain('closed second');
  });

  it('exits when its work is done, even if told to exit with a parent that lives', async () => {
    const child = new Child(await program(folder, '', ''), { EXIT_WITH_PARENT: '1' });
    expect(await child.exit).toEqual([0, null]);
    expect(child.lines).toContain('up');
  });

  it('opens no debugger on SIGUSR1, says so, and continues', async () => {
    const child = new Child(await program(folder, steps), { NODE_OPTIONS: '' });
    await child.said('up');
    child.process.kill('SIGUSR1');
    await child.said('SIGUSR1');
    child.process.kill('SIGTERM');
    expect(await child.exit).toEqual([0, null]);
    expect(child.errors()).not.toContain('Debugger');
  });

  it('does not outlive a parent that is killed with SIGKILL', async () => {
    const inner = await program(folder, steps);
    const parent = new Child(
      await program(
        folder,
        `const { spawn } = await import('node:child_process');
         const env = { ...process.env, EXIT_WITH_PARENT: '1' };
         const options = { env, stdio: ['pipe', 'pipe', 'ignore'] };
         const child = spawn(process.execPath, [${JSON.stringify(inner)}], options);
         await new Promise((resolve) => child.stdout.once('data', resolve));
         console.log('grandchild ' + child.pid)`,
      ),
    );
    await parent.said('up');
    const pid = Number(parent.lines.find((line) => line.startsWith('grandchild'))?.split(' ')[1]);
    expect(isRunning(pid)).toBe(true);
    parent.process.kill('SIGKILL');
    await parent.exit;
    await until('the end of the grandchild', () => !isRunning(pid));
  });

  it.each([
    ['a rejection that nobody handles', `setTimeout(() => Promise.reject(new Error('boom')), 20)`],
    ['an error that nobody catches', `setTimeout(() => { throw new Error('boom'); }, 20)`],
    ['a start that fails', `throw new Error('boom')`],
  ])('logs %s, stops cleanly and exits with 1', async (_, failure) => {
    const child = new Child(await program(folder, `${steps}; ${failure}`));
    expect(await child.exit).toEqual([1, null]);
    expect(child.lines.join('\n')).toMatch(/"level":"fatal".*boom/);
    expect(child.lines).toContain('closed second');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exits with 1 on %s, after the steps, when what it began is not done',
    async (signal) => {
      const work = `console.log('begun'); await new Promise(() => undefined)`;
      const child = new Child(await program(folder, `${steps}; ${work}`));
      await child.said('begun');
      child.process.kill(signal);
      expect(await child.exit).toEqual([1, null]);
      expect(child.lines).toContain('closed first true');
    },
  );

  it('exits with 1 when a step fails, after the other steps', async () => {
    const child = new Child(
      await program(folder, `${steps}; onStop('third', async () => { throw new Error('stuck') })`),
    );
    await child.said('up');
    child.process.kill('SIGTERM');
    expect(await child.exit).toEqual([1, null]);
    expect(child.lines).toContain('closed second');
  });

  it('gives up after 10 s when a step hangs', async () => {
    const child = new Child(await program(folder, `onStop('hangs', () => new Promise(() => undefined))`));
    await child.said('up');
    const begun = Date.now();
    child.process.kill('SIGTERM');
    expect(await child.exit).toEqual([1, null]);
    expect(Date.now() - begun).toBeGreaterThan(9_500);
  });
});

// A zombie that nobody has reaped yet counts as gone.
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !readStat(pid).includes(') Z ');
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
