// Gives the SDK the name under which you publish it: `node packages/tooling/rename-sdk.mjs @acme/wallets`. Replaces the
// name of packages/sdk/package.json in every tracked file of the repository in the working directory.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';

const [wanted = ''] = process.argv.slice(2);
if (!/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(wanted)) {
  console.error('usage: node packages/tooling/rename-sdk.mjs NAME, such as @acme/wallets');
  process.exit(2);
}
const { name } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8'));
// As a whole name: not a longer one that begins or ends like it.
const whole = new RegExp(`(?<![\\w@./-])${name.replaceAll('.', '\\.')}(?![\\w-])`, 'g');
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
let changed = 0;
for (const file of files.filter((tracked) => lstatSync(tracked).isFile())) {
  const text = readFileSync(file, 'utf8');
  const renamed = text.replaceAll(whole, wanted);
  if (text === renamed || text.includes('\0')) continue;
  writeFileSync(file, renamed);
  changed += 1;
}
console.log(`${changed} files say ${wanted} now. Run pnpm install and pnpm fmt.`);
