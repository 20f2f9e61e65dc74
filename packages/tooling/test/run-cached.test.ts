import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const runner = fileURLToPath(new URL('../run-cached.mjs', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'run-cached-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function runs(bundle: string): string {
  const file = path.join(folder, 'main.cjs');
  writeFileSync(file, bundle);
  const program = `import { runCached } from ${JSON.stringify(pathToFileURL(runner).href)};
    runCached(new URL(${JSON.stringify(pathToFileURL(file).href)}));`;
  const start = path.join(folder, 'main.mjs');
  writeFileSync(start, program);
  return execFileSync(process.execPath, [start], { encoding: 'utf8' });
}
const caches = () => readdirSync(folder).filter((name) => /cache/.test(name));

it('runs a bundle as Node runs a CommonJS module, and again from what it kept', () => {
  const bundle = `const path = require('node:path');
    const here = path.dirname(__filename) === __dirname;
    const answer = () => [typeof module, typeof exports, path.basename(__filename), here];
    console.log(JSON.stringify(answer()));`;
  const first = runs(bundle);
  expect(JSON.parse(first)).toEqual(['object', 'object', 'main.cjs', true]);
  expect(caches()).toEqual([expect.stringMatching(/^main\.cjs\.[0-9a-f]{64}\.\d+\.cache$/)]);
  expect(runs(bundle)).toBe(first);
});

it('runs what a bundle of the same length says now, and keeps nothing of the one before', () => {
  expect(runs('console.log((() => 1)())')).toBe('1\n');
  const before = caches();
  expect(runs('console.log((() => 2)())')).toBe('2\n');
  expect(caches()).toHaveLength(1);
  expect(caches()).not.toEqual(before);
});

it('keeps nothing of a run that failed', () => {
  expect(runs('setTimeout(() => {}); process.on("exit", () => console.log("ended"))')).toBe('ended\n');
  expect(caches()).toHaveLength(1);
  rmSync(path.join(folder, caches()[0] ?? ''));
  expect(() => runs('process.exit(1)')).toThrow('Command failed');
  expect(caches()).toEqual([]);
});
