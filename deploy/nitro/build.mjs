// Builds the signer's enclave image: see README.md in this folder. The same inputs give the same bytes.
//   node deploy/nitro/build.mjs --out FOLDER --root-document FILE --tls-ca FILE --kms-key-arn ARN
//     [--node FILE] [--blobs FOLDER]
// --blobs: kernel (bzImage), its command line (cmdline) and the NSM's driver (nsm.ko), as in the package
// aws-nitro-enclaves-cli-devel.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { archiveOf } from './archive.mjs';
import { encodeEif, measureEif } from './eif.mjs';
import { applicationFiles, bootFiles } from './image-files.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    out: text,
    'root-document': text,
    'tls-ca': text,
    'kms-key-arn': text,
    node: { ...text, default: process.execPath },
    blobs: { ...text, default: '/usr/share/nitro_enclaves/blobs' },
  },
});
const missing = ['out', 'root-document', 'tls-ca', 'kms-key-arn'].filter(
  (name) => values[name] === undefined,
);
if (missing.length > 0) {
  console.error(`missing: ${missing.map((name) => `--${name}`).join(', ')}; see deploy/nitro/README.md`);
  process.exit(2);
}
if (!/^arn:aws(-us-gov)?:kms:[a-z0-9-]+:\d{12}:key\/[0-9a-z-]+$/.test(values['kms-key-arn'])) {
  console.error('--kms-key-arn must be the ARN of a KMS key: an alias could be pointed elsewhere');
  process.exit(2);
}

const blob = (name) => path.join(values.blobs, name);
const nsmModule = existsSync(blob('nsm.ko')) ? blob('nsm.ko') : undefined;
const boot = bootFiles({ nsmModule });
const application = applicationFiles({
  node: values.node,
  rootDocument: values['root-document'],
  tlsCa: values['tls-ca'],
  kmsKeyArn: values['kms-key-arn'],
});
const ramdisks = [boot, application].map((files) => gzipSync(archiveOf(files)));

mkdirSync(values.out, { recursive: true });
const put = (name, bytes) => writeFileSync(path.join(values.out, name), bytes);
put('boot.cpio.gz', ramdisks[0]);
put('application.cpio.gz', ramdisks[1]);
const measurements = {
  format: 1,
  // What the signer reports about itself in its attestation.
  build: `sha256:${sha256(application.get('/app/main.mjs').bytes)}`,
  pcrs: writeImage(),
  files: Object.fromEntries(
    [...boot, ...application].map(([name, { bytes }]) => [name, sha256(bytes)]).sort(),
  ),
  outputs: Object.fromEntries(
    ['boot.cpio.gz', 'application.cpio.gz', 'signer.eif']
      .filter((name) => existsSync(path.join(values.out, name)))
      .map((name) => [name, sha256(readFileSync(path.join(values.out, name)))]),
  ),
  madeWith: {
    gcc: firstLine('gcc', '--version'),
    node: firstLine(values.node, '--version'),
    zlib: process.versions.zlib,
  },
};
put('measurements.json', `${JSON.stringify(measurements, undefined, 2)}\n`);
console.log(JSON.stringify(measurements.pcrs ?? 'no PCRs: no kernel', undefined, 2));

/** The registers, or null when there is no kernel, and so no image. */
function writeImage() {
  if (!existsSync(blob('bzImage'))) {
    console.error(`no kernel in ${values.blobs}: only the RAM disks are built`);
    return null;
  }
  const image = encodeEif({
    kernel: readFileSync(blob('bzImage')),
    cmdline: readFileSync(blob('cmdline'), 'utf8').trim(),
    ramdisks,
    metadata: {
      ImageName: 'enclave-signer',
      ImageVersion: '1',
      BuildMetadata: {
        BuildTime: '1970-01-01T00:00:00Z',
        BuildTool: 'deploy/nitro/build.mjs',
        BuildToolVersion: '1',
        OperatingSystem: 'Linux',
        KernelVersion: 'of the blobs',
      },
      DockerInfo: {},
      CustomMetadata: {},
    },
  });
  put('signer.eif', image);
  return measureEif(image);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function firstLine(program, argument) {
  return execFileSync(program, [argument], { encoding: 'utf8' }).split('\n')[0];
}
