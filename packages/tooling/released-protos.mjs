// Compares proto/ with proto/released.txtpb, the contracts of the last release. Fails when a change breaks those who
// call us by the released ones. Needs neither the network nor the history of the repository. Works on the proto/ under
// the working directory.
//
//   node released-protos.mjs            fails when proto/ breaks what is released
//   node released-protos.mjs --current  fails when proto/ is not exactly what is released; for releases
//   node released-protos.mjs --renew    makes proto/ what is released
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const buf = fileURLToPath(new URL('node_modules/.bin/buf', import.meta.url));
const released = 'proto/released.txtpb';
const [mode] = process.argv.slice(2);

if (!existsSync(released) && mode !== '--renew') fail(`there is no ${released}`);
if (mode === '--renew') run('build', 'proto', '--exclude-source-info', '--output', released);
else if (mode === '--current') {
  // Compared as bytes: the text of one message may have other blanks on another platform.
  if (bytesOf('proto') !== bytesOf(released))
    fail(`${released} is not what proto/ has: run \`pnpm proto:release\` and commit it`);
} else run('breaking', 'proto', '--against', released);

function bytesOf(input) {
  return run('build', input, '--exclude-source-info', '--output', '-#format=binpb');
}

function run(...args) {
  const { status, stdout, stderr, error } = spawnSync(buf, args, { encoding: 'latin1', maxBuffer: 64 << 20 });
  if (error) fail(`buf did not start: ${error.message}`);
  if (status === 0) return stdout;
  console.log((stdout + stderr).trimEnd());
  return fail(
    args[0] === 'breaking'
      ? 'this breaks callers of the released contracts; proto/README.md says what to do instead, and when it may be'
      : 'proto/ cannot be read',
  );
}

function fail(message) {
  console.log(message);
  process.exit(1);
}
