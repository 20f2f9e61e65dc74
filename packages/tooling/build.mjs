// Bundles each process into one file. Workspace packages are bundled in, packages of the registry stay outside.
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commands = ['start', 'demo', 'bench', 'admin', 'trust', 'publisher', 'demo-provider', 'floor'];
const entries = [
  ...readdirSync(path.join(root, 'services')).map((name) => `services/${name}/src/main.ts`),
  ...commands.map((name) => `packages/dev-env/src/${name}.ts`),
].filter((file) => existsSync(path.join(root, file)));

const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@wallet-service/') ? undefined : { external: true },
    );
  },
};

await Promise.all(
  entries.map((entry) =>
    build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: entry.replace('/src/', '/dist/').replace(/\.ts$/, '.js'),
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      sourcemap: true,
      plugins: [registryPackagesStayOutside],
      logLevel: 'warning',
    }),
  ),
);
