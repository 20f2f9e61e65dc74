import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// A check that never fails proves nothing. So a small package is checked, with and without planted faults.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ours = JSON.parse(readFileSync(path.join(root, 'packages/sdk/package.json'), 'utf8')) as {
  readonly name: string;
  readonly engines: unknown;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sdk-package-test-'));
  const subpath = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });
  plant('package.json', {
    ...{ name: ours.name, version: '1.0.0', type: 'module', license: 'Apache-2.0', sideEffects: false },
    ...{ engines: ours.engines, files: ['dist'] },
    exports: { '.': subpath('index'), './server': subpath('server') },
  });
  plant('LICENSE', 'Apache License');
  plant('README.md', '# It');
  const padding = 'x'.repeat(300);
  plant('dist/index.js', [
    'export const isErrorOf = () => true;',
    `export const createClient = (process) => [process, '${padding}'];`,
  ]);
  plant('dist/index.d.ts', [
    'export declare const isErrorOf: () => boolean;',
    'export declare const createClient: (process: string) => readonly string[];',
  ]);
  plant('dist/server.js', [
    '// It needs no Buffer.',
    "export const createOperatorClient = () => 'o';",
    `export const createServerClient = () => '${padding}';`,
  ]);
  plant('dist/server.d.ts', ['export declare const createOperatorClient: () => string;']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function plant(file: string, content: string | readonly string[] | Record<string, unknown>): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  const text = Array.isArray(content) ? content.join('\n') : content;
  writeFileSync(path.join(folder, file), typeof text === 'string' ? text : JSON.stringify(text));
}

function checked(): { readonly status: number | null; readonly faults: readonly string[] } {
  const script = path.join(root, 'packages/sdk/check-package.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  const lines = (stdout + stderr).trim().split('\n');
  return { status, faults: lines.filter((line) => !/: \d+ bytes with gzip$/.test(line)) };
}

describe('the check of the package', () => {
  it('accepts a package without faults', () => {
    expect(checked()).toEqual({ status: 0, faults: [] });
  });

  it('names each fault', () => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const server = { default: './dist/server.js', types: './dist/server.d.ts' };
    plant('package.json', {
      ...{ ...manifest, sideEffects: true, engines: { node: '>=4' }, dependencies: { left: '1' } },
      exports: { ...(manifest['exports'] as object), './server': server },
      peerDependencies: { right: '1' },
    });
    rmSync(path.join(folder, 'LICENSE'));
    const add = (file: string, lines: readonly string[]) => {
      plant(file, [readFileSync(path.join(folder, file), 'utf8'), ...lines]);
    };
    add('dist/index.js', [
      "import { readFileSync } from 'node:fs';",
      'export const read = () => [readFileSync, Buffer, globalThis.fetch, eval("1")];',
      'export let count = 0;',
      `export const large = '${Array.from({ length: 12_000 }, (_, i) => (i * i * 7919).toString(36)).join('')}';`,
      'createClient[1] = large;',
    ]);
    add('dist/server.js', ['createOperatorClient.all = [createServerClient(), fetch];']);
    add('dist/index.d.ts', ["export declare const wrong: import('not-there').Wrong;"]);
    const { status, faults } = checked();
    const each = [
      'package.json: depends on left',
      'package.json: the peer right is not optional',
      'package.json: sideEffects is not false',
      'package.json: other engines than ours',
      'LICENSE is missing',
      'dist/index.js: uses a module of Node: from"node:',
      'dist/index.js: uses a global that not every runtime has: Buffer',
      'dist/index.js: uses the global object: globalThis',
      'dist/index.js: uses code made at run time: eval(',
      'dist/index.js: a module has state: export let count',
      'createClient: ',
      `${ours.name}: does something when it is imported: `,
      `${ours.name}/server: createOperatorClient brings nearly everything with it`,
      'publint: ',
      'no-peers: ',
    ];
    expect(each.filter((start) => !faults.some((fault) => fault.startsWith(start)))).toEqual([]);
    expect(status).toBe(1);
  });
});
