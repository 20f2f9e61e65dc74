import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'workspace-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function plant(place: string, manifest: object): void {
  mkdirSync(path.join(folder, place), { recursive: true });
  writeFileSync(path.join(folder, place, 'package.json'), JSON.stringify(manifest));
}

function ringsIn(cwd: string): { readonly status: number | null; readonly rings: string } {
  const script = path.join(root, 'packages/tooling/workspace-cycles.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
  return { status, rings: stdout + stderr };
}

describe('the workspace', () => {
  it('has no packages that depend on each other in a ring', () => {
    expect(ringsIn(root)).toEqual({ status: 0, rings: '' });
  });

  it('is refused with a ring of packages and services, development dependencies included', () => {
    plant('services/a', { name: 'a', dependencies: { b: 'workspace:*', zod: '4.0.0' } });
    plant('packages/b', {
      name: 'b',
      dependencies: { d: 'workspace:*' },
      devDependencies: { c: 'workspace:*' },
    });
    plant('packages/c', { name: 'c', devDependencies: { a: 'workspace:*' } });
    plant('packages/d', { name: 'd' });
    expect(ringsIn(folder)).toEqual({ status: 1, rings: 'a -> b -> c -> a\n' });
  });

  it('may have two paths to one package', () => {
    plant('services/a', { name: 'a', dependencies: { b: 'workspace:*', c: 'workspace:*' } });
    plant('packages/b', { name: 'b', dependencies: { c: 'workspace:*' } });
    plant('packages/c', { name: 'c' });
    expect(ringsIn(folder)).toEqual({ status: 0, rings: '' });
  });
});
