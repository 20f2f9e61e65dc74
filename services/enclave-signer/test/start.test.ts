import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { makeAuthority } from './test-certificates.js';
import { makeTrustKit } from './trust-kit.js';

const mainFile = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-start-'));
const good: Record<string, string> = {
  LISTEN: '127.0.0.1:0',
  ENVIRONMENT: 'production',
  EXIT_WITH_PARENT: '1',
};

const file = (name: string, content: Uint8Array | string, mode = 0o600): string => {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  chmodSync(at, mode);
  return at;
};

beforeAll(async () => {
  const { ca, cert, key } = await (await makeAuthority()).issue('signer');
  good['TLS_CA_FILE'] = file('ca', ca);
  good['TLS_CERT_FILE'] = file('cert', cert);
  good['TLS_KEY_FILE'] = file('key', key);
  good['SEALING_KEY_FILE'] = file('root', Buffer.alloc(32, 7));
  good['ROOT_DOCUMENT_FILE'] = file('bundle', encodeTrustBundle(makeTrustKit().bundle));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Starts with the standard input already closed, so that a successful start exits by itself. */
const start = (env: Record<string, string>) =>
  spawnSync(process.execPath, [mainFile], { env, input: '', encoding: 'utf8', timeout: 20_000 });

it('starts with a good configuration', () => {
  const { status, stdout } = start(good);
  expect(stdout).toContain('"event":"started"');
  expect(status).toBe(0);
});

it.each<[string, () => Record<string, string>, string]>([
  [
    'a variable under its old name',
    () => ({ ROOT_KEY_FILE: good['SEALING_KEY_FILE'] ?? '' }),
    'ROOT_KEY_FILE is now called SEALING_KEY_FILE: set that instead',
  ],
  [
    'the old name of a variable that has a default',
    () => ({ ROOT_KEY_SOURCE: 'file' }),
    'ROOT_KEY_SOURCE is now called SEALING_KEY_SOURCE: set that instead',
  ],
  [
    'a sealing key that others may read',
    () => ({ SEALING_KEY_FILE: file('open', Buffer.alloc(32), 0o644) }),
    'SEALING_KEY_FILE must be a file of mode 0600',
  ],
  [
    'a sealing key of 31 bytes',
    () => ({ SEALING_KEY_FILE: file('short', Buffer.alloc(31)) }),
    'SEALING_KEY_FILE must hold exactly 32 bytes',
  ],
  [
    'a missing sealing key file',
    () => ({ SEALING_KEY_FILE: '/nowhere' }),
    'SEALING_KEY_FILE must name a readable file',
  ],
  ['an unknown environment', () => ({ ENVIRONMENT: 'staging' }), 'ENVIRONMENT must be'],
  ['an address without a port', () => ({ LISTEN: 'localhost' }), 'LISTEN must be'],
  ['a bundle with problems', () => ({ ROOT_DOCUMENT_FILE: file('bad', '{"version":1}') }), '/roots: must be'],
  [
    'a development root key in production',
    () => {
      const { bundle } = makeTrustKit();
      const roots = bundle.roots.map((root) => ({ ...root, kid: 'development-1' }));
      return { ROOT_DOCUMENT_FILE: file('development', encodeTrustBundle({ ...bundle, roots })) };
    },
    'development root key',
  ],
  ['a bundle that is not JSON', () => ({ ROOT_DOCUMENT_FILE: file('worse', 'x') }), 'ROOT_DOCUMENT_FILE'],
])('refuses to start with %s', (_title, change, told) => {
  const { status, stderr } = start({ ...good, ...change() });
  expect(stderr).toContain(told);
  expect(status).toBe(1);
});

it('reports every mistake at once', () => {
  const { stderr } = start({});
  for (const name of [
    'LISTEN',
    'ENVIRONMENT',
    'TLS_CA_FILE',
    'TLS_CERT_FILE',
    'TLS_KEY_FILE',
    'SEALING_KEY_FILE',
    'ROOT_DOCUMENT_FILE',
  ])
    expect(stderr).toContain(name);
});
