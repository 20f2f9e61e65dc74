// Builds the page of the console into a folder that services/console serves. `/__base__/` stands for the path under
// which it will be: the server replaces it when it starts.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function buildConsolePage(outDir) {
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    base: '/__base__/',
    logLevel: 'error',
    // The policy of the page allows no inline script and no text that becomes code.
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      target: 'es2023',
    },
  });
}
