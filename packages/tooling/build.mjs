// Bundles each process into one file, with the workspace's packages in it, and registry packages too: a process that
// reads one file starts with less than half of the CPU. Those of the local stack are CommonJS, which run-cached.mjs
// starts with less again. Registry packages stay outside for the signer, whose files are a closed list, and for
// programs one of whose packages reads a file beside it.
// `node build.mjs FILE ARGUMENT…` then runs that bundle in the same process, so that signals reach it.
import { build, stop } from 'esbuild';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildConsolePage } from '../console-page/build.mjs';
import { buildReferencePage } from '../reference-page/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = {
  'local-stack': ['start', 'demo', 'operate', 'postgres-keeper', 'demo-provider'],
  'operator-cli': ['main'],
  bench: ['bench', 'baseline', 'delay-proxy'],
  chaos: ['chaos'],
};
const entries = [
  ...readdirSync(path.join(root, 'services')).map((name) => `services/${name}/src/main.ts`),
  ...Object.entries(programs).flatMap(([name, files]) =>
    files.map((file) => `packages/${name}/src/${file}.ts`),
  ),
].filter((file) => existsSync(path.join(root, file)));

// Packages of the workspace. The SDK may get a name of another scope (rename-sdk.mjs).
const isOurs = (name) => ['@wallet-service/', '@wallet-service/sdk'].some((start) => name.startsWith(start));

// A package that the process itself declares is imported by its name. A package that only one of its workspace
// packages declares is imported by its path, because pnpm shows it only to that workspace package.
const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup(builder) {
    const { entryPoints, outfile } = builder.initialOptions;
    const home = path.join(root, entryPoints[0].split('/').slice(0, 2).join('/'));
    const outFolder = path.join(root, path.dirname(outfile));
    builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'seen' || isOurs(name)) return undefined;
      if (name.startsWith('node:') || resolveDir.startsWith(home)) return { external: true };
      const { path: file, errors } = await builder.resolve(name, { kind, resolveDir, pluginData: 'seen' });
      if (errors.length > 0 || !path.isAbsolute(file)) return { external: true };
      return { path: relativeImport(outFolder, file), external: true };
    });
  },
};

function relativeImport(folder, file) {
  return path.relative(folder, file).split(path.sep).join('/');
}

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // As Node resolves: without the condition `module`, which is for bundlers.
  conditions: [],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
};
const staysOutside = (entry) => /^services\/enclave-signer\/|^packages\/bench\/|\/src\/demo\.ts$/.test(entry);
const fileOf = (entry) => entry.replace('/src/', '/dist/').replace(/\.ts$/, '');
const isStarted = (entry) =>
  !staysOutside(entry) && /^services\/|^packages\/local-stack\/src\/demo-provider\.ts$/.test(entry);
// An addon, which is used where it is installed, and a job queue with a compiler that is never called here.
const addons = ['pg-native', 'graphile-worker'];
const started = build({
  ...common,
  entryPoints: entries.filter(isStarted).map((entry) => ({ in: entry, out: fileOf(entry) })),
  outdir: '.',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  external: addons,
  define: { 'import.meta.url': 'ownUrl' },
  // V8 takes it in a script that it has cached only with an option of Node that is experimental.
  supported: { 'dynamic-import': false },
  // As strict as the modules that were bundled.
  banner: { js: `'use strict'; const ownUrl = require('node:url').pathToFileURL(__filename).href;` },
});
const commands = build({
  ...common,
  entryPoints: entries
    .filter((entry) => !isStarted(entry) && !staysOutside(entry))
    .map((entry) => ({ in: entry, out: fileOf(entry) })),
  outdir: '.',
  external: addons,
  // What registry packages that are CommonJS expect.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
  },
});
const others = entries.filter(staysOutside).map((entry) =>
  build({
    ...common,
    entryPoints: [entry],
    outfile: `${fileOf(entry)}.js`,
    plugins: [registryPackagesStayOutside],
  }),
);
const page = buildReferencePage(path.join(root, 'services/gateway/dist/reference'));
const consolePage = buildConsolePage(path.join(root, 'services/console/dist/page'));
const results = await Promise.allSettled([started, commands, page, consolePage, ...others]);
// What does not build must not block the rest. esbuild has already reported what is wrong.
if (results.some(({ status }) => status === 'rejected')) process.exit(1);

for (const entry of entries.filter(isStarted)) startCached(path.join(root, fileOf(entry)));

function startCached(file) {
  // esbuild leaves other characters in comments. With them, a bundle takes twice the memory, and longer to read.
  const ascii = readFileSync(`${file}.cjs`, 'utf8').replaceAll(/[\u0080-\uffff]/g, escaped);
  writeFileSync(`${file}.cjs`, ascii);
  const runner = relativeImport(path.dirname(file), path.join(root, 'packages/tooling/run-cached.mjs'));
  const bundle = `./${path.basename(file)}.cjs`;
  writeFileSync(
    `${file}.js`,
    `import { runCached } from '${runner}';\nrunCached(new URL('${bundle}', import.meta.url));\n`,
  );
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const [next, ...args] = process.argv.slice(2);
if (next !== undefined) {
  await stop();
  process.argv = [process.execPath, path.join(root, next), ...args];
  await import(pathToFileURL(path.join(root, next)).href);
}
