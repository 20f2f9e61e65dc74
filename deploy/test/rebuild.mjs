// Checks that the images have the same bytes when somebody else builds them: from another folder, with other file modes
// and times, layer by layer.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { docker } from './docker.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {
  NODE_IMAGE: nodeImage,
  ROOT_DOCUMENT: rootDocument,
  TEST_DIR: folder,
  BUILD_NETWORK: network,
} = process.env;
const services = [
  ...['gateway', 'identity', 'policy', 'webhooks', 'wallet', 'witness'],
  ...['operator-cli', 'enclave-signer'],
];

/** A copy of git's files and the root document, with other modes and the current time. */
function copySources() {
  const copy = mkdtempSync(path.join(folder, 'again-'));
  const script = `{ git ls-files -z --cached --others --exclude-standard; printf '%s\\0' "$1"; } |
    tar --create --null --files-from - --ignore-failed-read |
    (umask 077; tar --extract --touch --no-same-permissions --directory "$2")`;
  execFileSync('bash', ['-euo', 'pipefail', '-c', script, '-', rootDocument, copy], { cwd: root });
  return copy;
}

function build(from, service) {
  const signer = service === 'enclave-signer';
  const ownArgument = signer ? `ROOT_DOCUMENT=${rootDocument}` : `SERVICE=${service}`;
  const targets = ['--target', signer ? service : 'service', '--network', network];
  const named = ['--build-arg', `NODE_IMAGE=${nodeImage}`, '--build-arg', ownArgument];
  return docker('build', '--quiet', '--file', `${from}/deploy/Dockerfile`, ...targets, ...named, from);
}

const layersOf = (image) =>
  JSON.parse(docker('image', 'inspect', '--format', '{{json .RootFS.Layers}}', image));

const copy = copySources();
try {
  const differing = services.filter((service) => {
    const first = layersOf(`wallet-service/${service}:${process.env.VERSION ?? 'latest'}`);
    const second = layersOf(build(copy, service));
    return JSON.stringify(first) !== JSON.stringify(second);
  });
  console.log(
    `       ${services.length} images, ${services.length - differing.length} with the same layers again`,
  );
  if (differing.length > 0) throw new Error(`other bytes when built again: ${differing.join(', ')}`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
