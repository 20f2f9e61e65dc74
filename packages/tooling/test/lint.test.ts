import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lint-'));
  const compilerOptions = { types: [] };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      compilerOptions,
      files: ['planted.mts'],
    }),
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** As the check runs it. */
function lint(code: string): { readonly status: number | null; readonly output: string } {
  const file = path.join(folder, 'planted.mts');
  writeFileSync(file, code);
  const config = [
    '--config',
    path.join(root, '.oxlintrc.json'),
    '--tsconfig',
    path.join(folder, 'tsconfig.json'),
  ];
  const rules = ['--type-aware', '--type-check', '--deny-warnings', '--report-unused-disable-directives'];
  const { status, stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    [...config, ...rules, file],
    {
      encoding: 'utf8',
    },
  );
  return { status, output: stdout };
}

it('accepts code that breaks no rule', () => {
  expect(lint('export const one = 1;\n').status).toBe(0);
});

it.each([
  ['a wrong type', 'export const wrong: number = "text";', 'TS2322'],
  ['a promise that nobody awaits', 'Promise.resolve(1);\nexport {};', 'no-floating-promises'],
  ['any', 'export const value = (given: any): unknown => given;', 'no-explicit-any'],
  [
    'a case that is left out',
    'export function f(kind: "a" | "b"): void { switch (kind) { case "a": f("b"); } }',
    'switch-exhaustiveness-check',
  ],
  [
    'a read of the environment',
    'declare const process: { env: object };\nexport const { env } = process;\nexport const again = process.env;',
    'no-restricted-properties',
  ],
  ['an exception that is not needed', '// oxlint-disable-next-line no-var\nexport const one = 1;', 'no-var'],
])('refuses %s', (_what, code, rule) => {
  const { status, output } = lint(code);
  expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining(rule) as string });
});
