// Generates clients from the API document with the three usual generators, and compiles them with the calls of
// client-calls.mjs, strictly. Exit code 1 if a generator or the compiler finds a fault.
// `node generated-clients.mjs FOLDER`: the calls with each client are then FOLDER/NAME/calls.mjs. A test of
// packages/e2e runs it, and makes the calls against a stack. The folder must lie in this package, which has what the
// clients import.
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiDocument } from './api-document.mjs';
import { callsOf } from './client-calls.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.resolve(process.argv[2]);
const fileOf = (...names) => path.join(folder, ...names);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { document } = await apiDocument();
writeFileSync(fileOf('openapi.json'), JSON.stringify(document));
const generators = {
  'openapi-fetch': async () => {
    mkdirSync(fileOf('openapi-fetch'));
    const types = astToString(await openapiTypescript(document));
    writeFileSync(fileOf('openapi-fetch/schema.ts'), types);
  },
  'hey-api': () =>
    createClient({
      input: fileOf('openapi.json'),
      output: fileOf('hey-api/client'),
      plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
      logs: { level: 'error' },
    }),
  orval: () =>
    generate({
      input: { target: fileOf('openapi.json') },
      output: { target: fileOf('orval/client.ts'), client: 'fetch', mode: 'single' },
    }),
};
for (const [name, run] of Object.entries(generators)) {
  await run();
  writeFileSync(fileOf(name, 'calls.ts'), callsOf[name]);
}
compile();
await Promise.all(Object.keys(generators).map(bundled));

function compile() {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
    ...{ module: 'ESNext', moduleResolution: 'Bundler' },
  };
  writeFileSync(fileOf('tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { status } = spawnSync(tsc, ['-p', fileOf('tsconfig.json')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}

function bundled(name) {
  const entry = fileOf(name, 'calls');
  return build({
    entryPoints: [`${entry}.ts`],
    outfile: `${entry}.mjs`,
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
  });
}
