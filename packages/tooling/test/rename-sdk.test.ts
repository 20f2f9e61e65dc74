import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The SDK's name has one place. Whoever publishes it under another name runs one command.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { name } = JSON.parse(readFileSync(path.join(root, 'packages/sdk/package.json'), 'utf8')) as {
  name: string;
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rename-sdk-'));
  execFileSync('git', ['init', '--quiet', folder]);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function rename(to: string): { readonly status: number | null; readonly text: string } {
  execFileSync('git', ['add', '--all'], { cwd: folder });
  const script = path.join(root, 'packages/tooling/rename-sdk.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, to], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

describe('another name of the SDK', () => {
  it('is in every tracked file of this repository after one command, and is found by what imports it', () => {
    const listed = spawnSync('git', ['grep', '-lzF', name], { cwd: root, encoding: 'utf8' });
    const files = listed.stdout.split('\0').filter(Boolean);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) cpSync(path.join(root, file), path.join(folder, file));

    expect(rename('@acme/wallets')).toEqual({
      status: 0,
      text: `${files.length} files say @acme/wallets now. Run pnpm install and pnpm fmt.\n`,
    });
    expect(spawnSync('git', ['grep', '-F', name], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
    mkdirSync(path.join(folder, 'node_modules/@acme'), { recursive: true });
    cpSync(path.join(root, 'packages/sdk/src'), path.join(folder, 'packages/sdk/src'), { recursive: true });
    symlinkSync(path.join(folder, 'packages/sdk'), path.join(folder, 'node_modules/@acme/wallets'));
    const imported = files.flatMap(
      (file) => textOf(file).match(/(?<=['"])@acme\/wallets[\w/-]*(?=['"])/g) ?? [],
    );
    const { resolve } = createRequire(path.join(folder, 'x.js'));
    const found = new Set(imported.map((specifier) => path.relative(folder, resolve(specifier))));
    expect(found).toContain('packages/sdk/src/index.ts');
  });

  it('is not put into names that only begin or end like it', () => {
    const others = `${name}-extras x${name} ./${name} ${name}_2`;
    plant('packages/sdk/package.json', JSON.stringify({ name }));
    plant('a.md', `${others} \`${name}\` '${name}/viem' "${name}": ${name}.`);
    expect(rename('wallets.js').status).toBe(0);
    expect(textOf('a.md')).toBe(`${others} \`wallets.js\` 'wallets.js/viem' "wallets.js": wallets.js.`);
    expect(rename('@acme/w').status).toBe(0);
    expect(textOf('a.md')).toBe(`${others} \`@acme/w\` '@acme/w/viem' "@acme/w": @acme/w.`);
  });

  it.each(['', 'Wallets', '@acme', '@acme/', '../sdk', 'a b', '@a/b/c'])('cannot be %j', (wrong) => {
    plant('packages/sdk/package.json', JSON.stringify({ name }));
    expect(rename(wrong).status).toBe(2);
    expect(textOf('packages/sdk/package.json')).toBe(JSON.stringify({ name }));
  });
});
