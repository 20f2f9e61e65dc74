import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../src/command/repository-root.js';
import { temporaryFolder } from './launcher.js';

const programs = {
  start: 'packages/dev-env/dist/start.js',
  demo: 'packages/dev-env/dist/demo.js',
  bench: 'packages/dev-env/dist/bench.js',
  chaos: 'packages/dev-env/dist/chaos.js',
  admin: 'packages/dev-env/dist/admin.js',
  'audit:verify': 'packages/dev-env/dist/audit-verify.js',
  'compose:init': 'packages/dev-env/dist/compose-init.js',
  trust: 'packages/trust-cli/dist/main.js',
};

const dataDir = path.join(temporaryFolder(), 'data');
afterAll(() => {
  rmSync(path.dirname(dataDir), { recursive: true });
});

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(repositoryRoot(), program), ...args],
    { env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe.each(Object.entries(programs))('pnpm %s', (name, program) => {
  it('says with --help what it takes', () => {
    const { status, stdout } = run(program, '--help');
    expect({ status, usage: stdout.split(/[ :]/)[0] }).toEqual({ status: 0, usage: 'pnpm' });
    expect(stdout).toContain(`pnpm ${name}`);
  });

  it('refuses what it does not know before it begins anything', () => {
    const { status, stdout, stderr } = run(program, '--surprise');
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(name === 'trust' ? 'name one of the commands' : "'--surprise'");
    expect(stderr).toContain(`pnpm ${name}`);
    expect(existsSync(dataDir)).toBe(false);
  });
});
