import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const hasCompiler = spawnSync('clang-19', ['--version']).status === 0;
// In CI it must run: .ci/run installs the compiler.
const withCompiler = hasCompiler || process.env['CI'] ? it : it.skip;
if (withCompiler === it.skip) console.warn('skipped: clang-19 and lld-19 are not installed');

withCompiler('the modules that are shipped are what the vendored sources give', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secp256k1-'));
  const { status, stderr } = spawnSync(process.execPath, [path.join(home, 'build.mjs'), folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  for (const name of ['signing-module.ts', 'checking-module.ts']) {
    const [made, committed] = [folder, path.join(home, 'src/generated')].map((from) =>
      readFileSync(path.join(from, name), 'utf8'),
    );
    expect({ name, same: made === committed, said: made === committed ? '' : stderr }).toEqual({
      name,
      same: true,
      said: '',
    });
  }
  rmSync(folder, { recursive: true });
});
