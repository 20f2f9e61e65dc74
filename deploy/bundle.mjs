// Bundles one service for its image: `node deploy/bundle.mjs SERVICE FILE`. The signer becomes one file with everything
// in it, so that its image holds nothing else. The others find their packages in node_modules.
import { build } from 'esbuild';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [service, outfile] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const home = existsSync(path.join(root, 'services', service)) ? 'services' : 'packages';

// Packages of the workspace. The SDK may get a name of another scope (packages/tooling/rename-sdk.mjs).
const isOurs = (name) => ['@wallet-service/', '@wallet-service/sdk'].some((start) => name.startsWith(start));

const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || isOurs(name) ? undefined : { external: true },
    );
  },
};

const everythingInside = service === 'enclave-signer';
// Code that imitates hardware, certifies itself or only tests others. No image holds it, even if a boundary rule let
// it through.
const neverShipped =
  /(^|\/)packages\/(nitro-emulator|local-certificates|local-stack|bench|chaos|e2e|test-kit)\/|\/test\/|\.test\.ts$/;
// `compose init` makes certificates of the operator's own authority.
const mayShip = service === 'operator-cli' ? /^packages\/local-certificates\// : /^$/;

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [`${home}/${service}/src/main.ts`],
  outfile,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  conditions: [],
  legalComments: 'none',
  logLevel: 'warning',
  ...(everythingInside
    ? {
        // CommonJS packages inside an ES module ask for require.
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
      }
    : { plugins: [registryPackagesStayOutside] }),
});

const found = Object.keys(metafile.inputs).filter(
  (file) => !file.includes('node_modules/') && neverShipped.test(file) && !mayShip.test(file),
);
if (found.length > 0) {
  rmSync(outfile);
  console.error(`${service} would ship what must never leave development: ${found.join(', ')}`);
  process.exit(1);
}

// The console serves it. Only its image needs what it is built from.
if (service === 'console') {
  const { buildConsolePage } = await import(
    pathToFileURL(path.join(root, 'packages/console-page/build.mjs')).href
  );
  await buildConsolePage(path.resolve(path.dirname(outfile), 'page'));
}

// The gateway serves it. Only the gateway's image needs what it is built from.
if (service === 'gateway') {
  const { buildReferencePage } = await import(
    pathToFileURL(path.join(root, 'packages/reference-page/build.mjs')).href
  );
  await buildReferencePage(path.join(path.dirname(outfile), 'reference'));
}
