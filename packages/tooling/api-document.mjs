import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * From the gateway's sources: the API document as the gateway serves it, and the function that gives the name of an
 * error's code on the Core interface.
 */
export async function apiDocument() {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { routesOf } from './routes.ts';
        export { coreCode } from './http/core-code.ts';
        const retirement = { retiresAt: new Date(), now: () => new Date() };
        const rows = routesOf({}, () => {}, retirement, { reference: { files: undefined, takesKeys: false } });
        const row = rows.find(({ path }) => path === '/openapi.json');
        export const bytes = await row.handle({ headers: {} });`,
      resolveDir: fileURLToPath(new URL('../../services/gateway/src', import.meta.url)),
    },
    ...{ bundle: true, platform: 'node', format: 'esm', write: false, logLevel: 'warning' },
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'api-document-'));
  try {
    const file = path.join(folder, 'document.mjs');
    writeFileSync(file, outputFiles[0].contents);
    const { bytes, coreCode } = await import(pathToFileURL(file).href);
    return { document: JSON.parse(bytes.toString()), coreCode };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
