// Builds the enclave image twice, from two copies of what is committed, in folders of different names, at different
// times, with different settings of the shell, and compares every byte:
// `node deploy/nitro/reproduce.mjs [--against measurements.json] -- ARGUMENTS OF
// build.mjs`. The arguments name files absolutely. This program sets --out.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pnpm = `pnpm@${/^pnpm@(.+)$/.exec(JSON.parse(readFileSync(path.join(root, 'package.json'))).packageManager)[1]}`;
const [against, buildArguments] = readArguments(process.argv.slice(2));
const work = mkdtempSync(path.join(os.tmpdir(), 'nitro-reproduce-'));
const surroundings = [
  { folder: 'a', env: { TZ: 'UTC', LANG: 'C', umask: '022' } },
  {
    folder: 'somewhere/else, with a longer name',
    env: { TZ: 'Pacific/Auckland', LANG: 'C.UTF-8', umask: '077' },
  },
];

try {
  const outputs = surroundings.map(build);
  const names = readdirSync(outputs[0]).sort();
  const differing = names.filter(
    (name) => !outputs.map((out) => readFileSync(path.join(out, name))).every(same),
  );
  if (names.join() !== readdirSync(outputs[1]).sort().join()) differing.push('the list of files');
  const measurements = readFileSync(path.join(outputs[0], 'measurements.json'));
  if (against !== undefined && Buffer.compare(readFileSync(against), measurements) !== 0)
    differing.push(against);
  if (differing.length > 0) {
    console.error(`not reproducible: ${differing.join(', ')}; both builds are in ${work}`);
    process.exit(1);
  }
  console.log(`both builds are the same, byte for byte: ${names.join(', ')}`);
  console.log(JSON.stringify(JSON.parse(measurements), ['pcrs', '0', '1', '2', 'outputs', ...names], 2));
  rmSync(work, { recursive: true });
} catch (error) {
  console.error(`${error.message}\nthe files so far are in ${work}`);
  process.exit(1);
}

function build({ folder, env }) {
  const copy = path.join(work, folder);
  const out = path.join(work, `out of ${path.basename(folder)}`);
  mkdirSync(copy, { recursive: true });
  const run = (command) => {
    const options = {
      cwd: copy,
      env: { ...process.env, ...env, CI: 'true' },
      stdio: ['ignore', 'ignore', 'inherit'],
    };
    execFileSync('sh', ['-ec', `umask ${env.umask}; exec "$@"`, 'sh', ...command], options);
  };
  execFileSync('sh', ['-ec', 'git -C "$1" archive HEAD | tar -x -C "$2"', 'sh', root, copy]);
  run([
    'npx',
    '--yes',
    pnpm,
    'install',
    '--frozen-lockfile',
    '--ignore-scripts',
    '--prefer-offline',
    '--filter',
    'wallet-service',
    '--filter',
    '@wallet-service/enclave-signer...',
  ]);
  run([process.execPath, 'deploy/nitro/build.mjs', '--out', out, ...buildArguments]);
  return out;
}

function same(bytes, _index, [first]) {
  return Buffer.compare(bytes, first) === 0;
}

function readArguments(given) {
  const separator = given.indexOf('--');
  const [own, others] = separator < 0 ? [[], given] : [given.slice(0, separator), given.slice(separator + 1)];
  return [own[0] === '--against' ? own[1] : undefined, others];
}
