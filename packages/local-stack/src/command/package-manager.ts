import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { processIdentity, type ProcessIdentity } from '../processes/process-identity.js';

type Ancestor = { readonly pid: number; readonly parent: number; readonly command: string };

/**
 * The package managers (npx, pnpm and the shells between them) that run this process for a script of
 * package.json. If one of them is killed it does not tell the others, so this process has to watch them.
 */
export function packageManagers(pid: number = process.ppid): readonly ProcessIdentity[] {
  const ancestors: Ancestor[] = [];
  for (let next = ancestorAt(pid); next && ancestors.length < 10; next = ancestorAt(next.parent)) {
    ancestors.push(next);
  }
  const identities: ProcessIdentity[] = [];
  for (const [index, ancestor] of ancestors.entries()) {
    const above = ancestors[index + 1];
    const betweenManagers = isShell(ancestor) && above !== undefined && isPackageManager(above);
    if (!isPackageManager(ancestor) && !betweenManagers) break;
    const identity = processIdentity(ancestor.pid);
    if (identity) identities.push(identity);
  }
  return identities;
}

// npm gives itself a title such as `npm exec pnpm`; pnpm runs as `node …/pnpm start`.
function isPackageManager({ command }: Ancestor): boolean {
  return /^(npm|npx|pnpm)\b|^\S*node\s+\S*\b(npm|npx|pnpm)(-cli)?(\.c?js)?(\s|$)/.test(command);
}

function isShell({ command }: Ancestor): boolean {
  return /^\S*sh -c /.test(command);
}

function ancestorAt(pid: number): Ancestor | undefined {
  if (pid <= 1) return undefined;
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid: number): Ancestor {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { pid, parent, command };
}

function fromPs(pid: number): Ancestor {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const space = line.indexOf(' ');
  return { pid, parent: Number(line.slice(0, space)), command: line.slice(space + 1) };
}
