import { build, transform } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import type { SharedStack } from '../stacks.js';

/**
 * A folder of its own with the SDK and the libraries of its users installed, and with the examples, so that programs
 * run there as at a user's.
 */
export async function userProject(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'user-'));
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@wallet-service'), { recursive: true });
  const libraries = path.join(repositoryRoot(), 'packages/e2e/node_modules');
  for (const name of readdirSync(libraries))
    if (name !== '@wallet-service') symlinkSync(path.join(libraries, name), path.join(modules, name));
  await installSdk(path.join(modules, '@wallet-service/sdk'));
  cpSync(path.join(repositoryRoot(), 'examples'), path.join(folder, 'examples'), { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module' }),
  );
  return folder;
}

/** As in the published package: one file of JavaScript for each subpath. */
async function installSdk(target: string): Promise<void> {
  const source = path.join(repositoryRoot(), 'packages/sdk');
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const entries = Object.values(manifest.exports).filter((file) => existsSync(path.join(source, file)));
  await build({
    absWorkingDir: source,
    entryPoints: entries,
    outdir: path.join(target, 'dist'),
    ...{
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      packages: 'external',
      logLevel: 'warning',
    },
  });
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, file]) => [
      name,
      file.replace('./src/', './dist/').replace(/\.ts$/, '.js'),
    ]),
  );
  writeFileSync(path.join(target, 'package.json'), JSON.stringify({ ...manifest, exports }));
}

/** The variables that examples/env.mjs prints, for the application of the test. */
export async function variablesOf({ stack }: SharedStack, subject: string): Promise<Record<string, string>> {
  const form = { grant_type: 'demo', subject, email: `${subject}@example.com` };
  const answer = await fetch(stack.demo_provider.token_url, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return {
    BASE_URL: stack.express_url,
    API_KEY: stack.app.api_key,
    SECRET_KEY: stack.app.secret_key,
    PROVIDER_ID: stack.demo_provider.id,
    ISSUER: stack.demo_provider.issuer,
    TOKEN_URL: stack.demo_provider.token_url,
    USER_TOKEN: ((await answer.json()) as { id_token: string }).id_token,
  };
}

/** JavaScript that Node 20 runs. */
export async function withoutTypes(typescript: string): Promise<string> {
  return (await transform(typescript, { loader: 'ts', format: 'esm', target: 'es2022' })).code;
}

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a program in the folder to its end. */
export async function runIn(
  folder: string,
  [command = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Finished> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (written[stream] += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}
