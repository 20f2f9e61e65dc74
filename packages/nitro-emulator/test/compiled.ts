import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether the programs for the enclave's image can be compiled and run here. Says why not, once per file. */
export function whyNotHere(needsRoot: boolean): string | undefined {
  if (spawnSync('gcc', ['--version']).status !== 0) return 'there is no gcc';
  if (needsRoot && process.getuid?.() !== 0) return 'only root may open devices and become somebody else';
  return undefined;
}

/** Compiles a file of the repository to `out`. Warnings are errors. */
export function compile(source: string, out: string, ...flags: readonly string[]): void {
  const warnings = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'];
  const { status, stderr } = spawnSync('gcc', [...warnings, ...flags, '-o', out, path.join(root, source)]);
  if (status !== 0) throw new Error(String(stderr));
}
