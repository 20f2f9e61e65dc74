// Who may call what, read from the services' source: the tables that their servers start with, and the methods of their
// contracts.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = `
export { access as identity } from './services/identity/src/server.ts';
export { access as policy } from './services/policy/src/server.ts';
export { access as wallet } from './services/wallet/src/server.ts';
export { access as webhooks } from './services/webhooks/src/server.ts';
export { access as witness } from './services/witness/src/server.ts';
export { allowed as signer } from './services/enclave-signer/src/shell/allowed.ts';
export { definitions } from './packages/grpc/src/index.ts';
export { signerMethods } from './packages/signer-protocol/src/index.ts';
export { decodeReplyFrames, encodeCallFrames } from './packages/call-stream/src/index.ts';`;

async function load() {
  const outfile = path.join(process.env.TEST_DIR, 'access-tables.cjs');
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' },
    // Some files find other files by it. Nothing here needs those.
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  });
  return createRequire(import.meta.url)(outfile);
}

const { definitions, signerMethods, decodeReplyFrames, encodeCallFrames, ...tables } = await load();
export { decodeReplyFrames, encodeCallFrames };

/** What an access table says about a caller, for an empty message. */
const needOf = (need, { requestDeserialize }) =>
  typeof need === 'function' ? need(requestDeserialize(Buffer.alloc(0))) : need;

/** By service: its name on the wire, and for each method what each permitted caller needs. */
export const doors = {
  ...Object.fromEntries(
    ['identity', 'policy', 'wallet', 'webhooks', 'witness'].map((name) => [
      name,
      {
        service: definitions[name].service,
        methods: Object.fromEntries(
          Object.entries(definitions[name].methods).map(([method, codec]) => [
            method,
            Object.fromEntries(
              Object.entries(tables[name][method] ?? {}).map(([caller, need]) => [
                caller,
                needOf(need, codec),
              ]),
            ),
          ]),
        ),
      },
    ]),
  ),
  signer: {
    service: 'signer.v1.Signer',
    methods: Object.fromEntries(
      Object.keys(signerMethods).map((method) => [
        method,
        Object.fromEntries((tables.signer[method] ?? []).map((caller) => [caller, 'nothing'])),
      ]),
    ),
  },
};
