import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
// Inside the package, so that the children find its dependencies.
const folder = mkdtempSync(path.join(packageFolder, '.output-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A process that logs. `log(10)` logs the next ten numbers. `count` is how many there were. */
function program(body: string): Promise<string> {
  const contents = `import fs from 'node:fs';
    import { createLogger } from './src/logger.ts';
    import { run } from './src/run.ts';
    const loggers = [1, 2].map(() => createLogger({ service: 'child', level: 'info' }));
    let count = 0;
    const log = (lines) => {
      for (let line = 0; line < lines; line++, count++) loggers[count % 2].info({ number: count }, 'line');
    };
    ${body}`;
  return bundle(packageFolder, folder, contents);
}

type Line = { readonly level: string; readonly number?: number; readonly msg: string };

/** Runs it to its end. `stopAt`: what it must have said before it gets SIGTERM. */
async function outputOf(file: string, stopAt?: string): Promise<{ lines: Line[]; ended: unknown[] }> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (stopAt !== undefined && output.includes(stopAt)) child.kill('SIGTERM');
  });
  const ended = await once(child, 'close');
  const lines = output.trim().split('\n');
  return { lines: lines.map((line) => JSON.parse(line) as Line), ended };
}

const numbersOf = (lines: readonly Line[]): number[] => lines.flatMap(({ number }) => number ?? []);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

describe('all lines are there, in order, when a process ends', () => {
  it.each([
    ['by process.exit', 'log(300); process.exit(3);', 3],
    ['in a later turn by process.exit', 'setTimeout(() => { log(300); process.exit(3); }, 10);', 3],
    ['in a handler of its exit', "process.on('exit', () => log(200)); log(100); process.exit(3);", 3],
    ['by an error that nobody handles', "log(300); throw new Error('boom');", 1],
    ['by a rejection that nobody handles', "log(300); void Promise.reject(new Error('boom'));", 1],
    ['because nothing is left to do', 'log(100); setImmediate(() => log(200));', 0],
  ])('%s', async (_, body, code) => {
    const { lines, ended } = await outputOf(await program(body));
    expect(ended).toEqual([code, null]);
    expect(numbersOf(lines)).toEqual(upTo(300));
  });

  it('by SIGTERM while it logs', async () => {
    const { lines, ended } = await outputOf(
      await program(`run('child', async ({ onStop }) => {
        const timer = setInterval(() => log(25), 1);
        onStop('count', async () => {
          log(1_000);
          clearInterval(timer);
          loggers[0].info({ number: count }, 'the last');
        });
      });`),
      '"number":500,',
    );
    expect(ended).toEqual([0, null]);
    const numbers = numbersOf(lines);
    expect(numbers).toEqual(upTo(numbers.length));
    expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(['the last', 'stopped']);
  });

  it('by an error that nobody handles, in a process that runs', async () => {
    const { lines, ended } = await outputOf(
      await program(`run('child', async ({ onStop }) => {
        onStop('count', async () => log(100));
        setTimeout(() => { log(200); throw new Error('boom'); }, 10);
      });`),
    );
    expect(ended).toEqual([1, null]);
    expect(numbersOf(lines)).toEqual(upTo(300));
    expect(lines.filter(({ level }) => level === 'fatal')).toHaveLength(1);
  });
});

/** Runs the body with the writes to standard output counted, and returns what it put into `seen`. */
async function seenIn(body: string): Promise<number[]> {
  const file = path.join(folder, `seen${Math.random()}`);
  const { ended } = await outputOf(
    await program(`let writes = 0;
      const { writeSync } = fs;
      fs.writeSync = (fd, ...rest) => {
        if (fd === 1) writes++;
        return writeSync(fd, ...rest);
      };
      const seen = [];
      ${body}
      process.on('exit', () => fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(seen)));`),
  );
  expect(ended).toEqual([0, null]);
  return JSON.parse(readFileSync(file, 'utf8')) as number[];
}

it('the lines of one turn are written together, after its microtasks', async () => {
  expect(
    await seenIn(`setTimeout(() => {
      log(3);
      seen.push(writes);
      process.nextTick(() => { log(1); seen.push(writes); });
      setImmediate(() => { seen.push(writes); log(1); setImmediate(() => seen.push(writes)); });
    }, 10);`),
  ).toEqual([0, 0, 1, 2]);
});

it.each(['warn', 'error', 'fatal'])(
  'a line of the level %s is written at once, behind those before it',
  async (level) => {
    expect(
      await seenIn(`setTimeout(() => {
      log(3);
      loggers[0].child({ part: 'some' }).${level}('now');
      seen.push(writes);
      setImmediate(() => seen.push(writes));
    }, 10);`),
    ).toEqual([1, 1]);
  },
);

it('what waits within a turn is bounded', async () => {
  const [writes = 0] = await seenIn('setTimeout(() => { log(1_000); seen.push(writes); }, 10);');
  // Lines of about 110 bytes, 4 KiB at once.
  expect(writes).toBeGreaterThan(20);
  expect(writes).toBeLessThan(100);
});

it('a reader that is gone ends nothing', async () => {
  const file = await program(
    'setInterval(() => log(10), 1); setTimeout(() => process.exit(count > 100 ? 7 : 8), 300);',
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => {
    child.stdout.destroy();
  });
  expect(await once(child, 'exit')).toEqual([7, null]);
});
