import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Emulators of NSM and KMS, certificates of our own making and the local stack are for development only. Nothing that
// we ship contains them. Images and enclave get their code from deploy/bundle.mjs only.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'production-bundles-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function bundle(tree: string, service: string) {
  const out = path.join(folder, `${service}.mjs`);
  const ran = spawnSync(process.execPath, [path.join(tree, 'deploy/bundle.mjs'), service, out], {
    encoding: 'utf8',
  });
  return {
    status: ran.status,
    said: ran.stderr,
    code: existsSync(out) ? readFileSync(out, 'utf8') : undefined,
  };
}

/** The emulators' names. Bundles keep names. */
const emulators = readFileSync(path.join(root, 'packages/nitro-emulator/src/index.ts'), 'utf8')
  .replaceAll(/export type \{[^}]*\}/g, '')
  .match(/\b(make|start|generate|emulated)\w+/g);

it.each([...readdirSync(path.join(root, 'services')), 'operator-cli'])(
  '%s ships no emulator, no certificate authority and no test',
  (service) => {
    const { status, code } = bundle(root, service);
    expect(status).toBe(0);
    expect(code).toMatch(/^\/\/ packages\/[\w-]+\/src\//m);
    expect(emulators?.length).toBeGreaterThan(5);
    for (const name of emulators ?? []) expect(code).not.toMatch(new RegExp(`\\b${name}\\b`));
    // The operator's `compose init` makes an authority. No service has one.
    const own = service === 'operator-cli' ? code?.replaceAll('packages/local-certificates/', '') : code;
    expect(own).not.toMatch(
      /^\/\/ .*(packages\/(nitro-emulator|local-certificates|local-stack|bench|chaos|e2e|test-kit)|\/test\/)/m,
    );
  },
);

it.each([
  'packages/nitro-emulator/src/index.ts',
  'packages/local-certificates/src/index.ts',
  'packages/local-stack/src/index.ts',
  'services/planted/test/support.ts',
])('a bundle that would contain %s is not written', (file) => {
  const tree = mkdtempSync(path.join(folder, 'tree-'));
  const write = (name: string, content: string): void => {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    writeFileSync(path.join(tree, name), content);
  };
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  write('deploy/bundle.mjs', readFileSync(path.join(root, 'deploy/bundle.mjs'), 'utf8'));
  write(
    'services/planted/src/main.ts',
    `import { planted } from '../../../${file}';\nconsole.log(planted);\n`,
  );
  write(file, 'export const planted = Math.random();\n');
  const { status, said, code } = bundle(tree, 'planted');
  expect(status).toBe(1);
  expect(said).toContain(file);
  expect(code).toBeUndefined();
});
