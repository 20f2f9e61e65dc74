// Runs all checks that run no test, two at a time. Prints one line for each, and the output of those that fail.
// `node check.mjs format caches` runs only those two.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (name) => path.join(root, 'node_modules/.bin', name);

const checks = {
  'lint and types': [
    tool('oxlint'),
    ...['--type-aware', '--type-check', '--tsconfig', 'packages/tooling/tsconfig.all.json'],
    ...['--deny-warnings', '--report-unused-disable-directives', 'services', 'packages'],
  ],
  format: [tool('oxfmt'), '--check'],
  boundaries: [
    tool('depcruise'),
    ...['--config', 'packages/tooling/dependency-rules.cjs'],
    ...['--output-type', 'err', 'services', 'packages'],
  ],
  folders: [
    tool('depcruise'),
    ...['--config', 'packages/tooling/folder-rules.cjs'],
    ...['--output-type', 'err', 'services'],
  ],
  'workspace rings': [process.execPath, 'packages/tooling/workspace-cycles.mjs'],
  caches: [process.execPath, 'packages/tooling/caches.mjs'],
  'keys of tenants': [process.execPath, 'packages/tooling/tenant-keys.mjs'],
  'line lengths': [process.execPath, 'packages/tooling/line-lengths.mjs'],
  'dead code': [tool('knip'), '--config', 'packages/tooling/knip.json', '--no-progress', '--no-config-hints'],
  'supply chain': [process.execPath, 'packages/tooling/supply-chain.mjs'],
  'released contracts': [process.execPath, 'packages/tooling/released-protos.mjs'],
  'generated code': [process.execPath, 'packages/tooling/gen.mjs', '--check'],
  'sdk package': [process.execPath, 'packages/sdk/check-package.mjs'],
  'compose files': [process.execPath, 'deploy/compose/check.mjs'],
  'helm chart': [process.execPath, 'deploy/helm/check.mjs'],
};

const asked = process.argv.slice(2);
const waiting = Object.entries(checks).filter(([name]) => asked.length === 0 || asked.includes(name));

await Promise.all([checkOne(), checkOne()]);

async function checkOne() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next;
    const startedAt = Date.now();
    const { code, output } = await run(command);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code === 0) continue;
    console.log(output.trimEnd());
    process.exitCode = 1;
  }
}

function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ code, output }));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
  });
}
