// Bundles sources into one file each, as build.mjs does for processes, so that Node loads them unchanged. Registry
// packages stay outside: a process reads them once for all its suites. Our code is in each bundle, so that no suite
// sees what another has left in a module.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each becomes a file in `outdir` with its path in the repository and the ending `.js`. */
export async function bundleForNode(sources, outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outbase: root,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    conditions: [],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [registryPackagesStayOutside, ownUrls],
  });
}

// Packages of the workspace. The SDK may get a name of another scope (rename-sdk.mjs).
const isOurs = (name) => ['@wallet-service/', '@wallet-service/sdk'].some((start) => name.startsWith(start));

const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup(builder) {
    const found = new Map();
    builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'seen' || isOurs(name)) return undefined;
      if (name.startsWith('node:')) return { external: true };
      const key = `${kind} ${name} ${resolveDir}`;
      if (!found.has(key)) found.set(key, builder.resolve(name, { kind, resolveDir, pluginData: 'seen' }));
      const { path: file, errors } = await found.get(key);
      return { path: errors.length > 0 ? name : file, external: true };
    });
  },
};

// A source finds its neighbours by its URL, which differs from the URL of the bundle.
const ownUrls = {
  name: 'own-urls',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const url = JSON.stringify(pathToFileURL(file).href);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
