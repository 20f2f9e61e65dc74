// Boots the RAM disks of a build in QEMU, with a third one that replaces nsm-bridge by emulators. Then it calls the
// signer inside through vsock, to make a wallet and sign: node deploy/nitro/test/boot.mjs IMAGE_FOLDER KERNEL
// MODULES_FOLDER KERNEL and MODULES_FOLDER (with vsock.ko and related modules) come from a Debian package
// linux-image-…-cloud-amd64. Without QEMU it is skipped, and prints why.
import { build } from 'esbuild';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { archiveOf } from '../archive.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [image, kernel, modules] = process.argv.slice(2);
if (spawnSync('qemu-system-x86_64', ['--version']).status !== 0) {
  console.log('skipped: there is no qemu-system-x86_64');
  process.exit(0);
}
const work = mkdtempSync(path.join(os.tmpdir(), 'nitro-boot-'));
await build({
  absWorkingDir: root,
  entryPoints: ['services/enclave-signer/test/enclave-world.ts'],
  outfile: path.join(work, 'world.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['cbor-extract'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
execFileSync('gcc', ['-static', '-o', path.join(work, 'shim'), path.join(root, 'deploy/nitro/test/shim.c')]);

const found = readdirSync(modules, { recursive: true });
const moduleNamed = (name) =>
  readFileSync(
    path.join(
      modules,
      found.find((file) => path.basename(file) === name),
    ),
  );
const overlay = new Map([
  ['/bin/nsm-bridge', { bytes: readFileSync(path.join(work, 'shim')), mode: 0o755 }],
  ['/test/world.mjs', { bytes: readFileSync(path.join(work, 'world.mjs')), mode: 0o644 }],
]);
for (const name of ['vsock.ko', 'vmw_vsock_virtio_transport_common.ko', 'vsock_loopback.ko'])
  overlay.set(`/test/${name}`, { bytes: moduleNamed(name), mode: 0o644 });
const disks = ['boot.cpio.gz', 'application.cpio.gz'].map((name) => readFileSync(path.join(image, name)));
writeFileSync(path.join(work, 'initrd'), Buffer.concat([...disks, gzipSync(archiveOf(overlay))]));

const accelerated = process.env.QEMU_KVM === '1';
const qemu = spawn('qemu-system-x86_64', [
  ...(accelerated ? ['-enable-kvm', '-cpu', 'host'] : ['-cpu', 'max']),
  ...['-m', '1536', '-smp', '2', '-no-reboot', '-display', 'none', '-serial', 'stdio', '-net', 'none'],
  ...[
    '-kernel',
    kernel,
    '-initrd',
    path.join(work, 'initrd'),
    '-append',
    'console=ttyS0 quiet reboot=k panic=1',
  ],
]);
let output = '';
for (const stream of [qemu.stdout, qemu.stderr])
  stream.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
const timer = setTimeout(() => qemu.kill(), 240_000);
qemu.on('exit', () => {
  clearTimeout(timer);
  rmSync(work, { recursive: true });
  process.exitCode = output.includes('BOOT TEST passed') ? 0 : 1;
});
