// How the tests run the operator's commands.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Returns what the command prints. Never blocking: the process must notice connections that the other side ends, before
 * it uses them again.
 */
export async function sh(command, variables = {}) {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env })).stdout;
}
