import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { temporaryFolder } from './launcher.js';

const programs = {
  start: 'packages/local-stack/dist/start.js',
  demo: 'packages/local-stack/dist/demo.js',
  bench: 'packages/bench/dist/bench.js',
  chaos: 'packages/chaos/dist/chaos.js',
  admin: 'packages/local-stack/dist/admin.js',
  'audit:verify': 'packages/local-stack/dist/audit-verify.js',
  'compose:init': 'packages/local-stack/dist/compose-init.js',
  trust: 'packages/operator-cli/dist/main.js',
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
