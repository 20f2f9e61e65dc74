// Everything in the enclave's image, as Map of path to { bytes, mode }.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hardeningFlags } from '../../services/enclave-signer/hardening.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The output has no path, time or random mark of the machine that compiles.
const compilerFlags =
  '-std=gnu11 -O2 -Wall -Wextra -Werror -static -s -Wl,--build-id=none -ffile-prefix-map=.='.split(' ');

/** The first RAM disk (PCR1): init, and the NSM's driver when the kernel has it as a module. */
export function bootFiles({ nsmModule }) {
  const files = new Map([['/init', { bytes: compiled('init'), mode: 0o755 }]]);
  if (nsmModule !== undefined) files.set('/nsm.ko', { bytes: readFileSync(nsmModule), mode: 0o644 });
  return files;
}

/**
 * The second RAM disk (PCR2): Node with its libraries, one file of code with the licence of the C code in it, what it
 * trusts, two helpers, how all starts.
 */
export function applicationFiles({ node, rootDocument, tlsCa, kmsKeyArn }) {
  const files = new Map();
  const add = (name, bytes, mode = 0o644) => files.set(name, { bytes: Buffer.from(bytes), mode });
  add('/bin/node', readFileSync(node), 0o755);
  for (const library of librariesOf(node)) add(library, readFileSync(library), 0o755);
  add('/bin/nsm-bridge', compiled('nsm-bridge'), 0o755);
  add('/bin/vsock-relay', compiled('vsock-relay'), 0o755);
  add('/app/main.mjs', bundledSigner());
  const licence = 'packages/secp256k1/vendor/libsecp256k1/COPYING';
  add('/app/libsecp256k1.COPYING', readFileSync(path.join(root, licence)));
  add('/app/root-document.json', readFileSync(rootDocument));
  add('/app/tls-ca.crt', readFileSync(tlsCa));
  const major = Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))[1]);
  const command = ['/bin/node', ...hardeningFlags({ read: ['/app'], major }), '/app/main.mjs'];
  add('/app/command', lines(command));
  add('/app/environment', lines(environment(kmsKeyArn)));
  return files;
}

/** image/init.c has the same ports. */
function environment(kmsKeyArn) {
  return [
    'ENVIRONMENT=production',
    'LISTEN=127.0.0.1:50051',
    'TLS_CA_FILE=/app/tls-ca.crt',
    'ROOT_DOCUMENT_FILE=/app/root-document.json',
    'NSM_SOCKET=/run/nsm',
    'SEALING_KEY_SOURCE=kms',
    `KMS_KEY_ARN=${kmsKeyArn}`,
    'KMS_PROXY_ADDRESS=127.0.0.1:8000',
    'BOOT_SECRETS_ADDRESS=127.0.0.1:7000',
  ];
}

function lines(texts) {
  return `${texts.join('\n')}\n`;
}

function librariesOf(binary) {
  const listed = execFileSync('ldd', [binary], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

function inTemporaryFolder(use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nitro-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compiled(name) {
  return inTemporaryFolder((folder) => {
    const out = path.join(folder, name);
    const source = path.join('deploy/nitro/image', `${name}.c`);
    execFileSync('gcc', [...compilerFlags, '-o', out, source], { cwd: root, stdio: 'inherit' });
    return readFileSync(out);
  });
}

function bundledSigner() {
  return inTemporaryFolder((folder) => {
    const out = path.join(folder, 'main.mjs');
    execFileSync(process.execPath, [path.join(root, 'deploy/bundle.mjs'), 'enclave-signer', out], {
      stdio: 'inherit',
    });
    return readFileSync(out);
  });
}
