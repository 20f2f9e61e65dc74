// Checks what comes from registries. One line for each fault, and exit code 1: a package of an image whose licence
// is not on the list, anything in the lockfile that is not a registry package with its SHA-512, a package whose
// install script nobody decided about, a foreign image without its digest.
// Reads the workspace in the working directory, which must be installed.
import parseLicence from 'spdx-expression-parse';
import { parse } from 'yaml';
import { existsSync, readFileSync } from 'node:fs';
import { productionPackages, readLockfile, vendoredSources } from './production-packages.mjs';

// Permissive licences that require only their notice, which the images have in each package's folder.
// SPDX identifiers.
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]);

const root = process.cwd();
const wrong = [...badLicences(), ...unpinned(), ...laxSettings(), ...floatingImages()];
for (const line of wrong) console.log(line);
if (wrong.length > 0) process.exitCode = 1;

function badLicences() {
  return [...productionPackages(root).packages.values(), ...vendoredSources(root)]
    .filter(({ licence }) => licence !== undefined && !isAllowed(licence))
    .map(
      ({ id, name, licence }) =>
        `${id ?? name}: the licence ${licence} is not on the list of supply-chain.mjs`,
    );
}

function isAllowed(expression) {
  try {
    return holds(parseLicence(expression));
  } catch {
    // Not SPDX, such as SEE LICENSE IN …: somebody must read it first.
    return false;
  }
}

function holds({ license, plus, exception, conjunction, left, right }) {
  if (license !== undefined) return allowed.has(license) && !plus && exception === undefined;
  return conjunction === 'or' ? holds(left) || holds(right) : holds(left) && holds(right);
}

function unpinned() {
  return Object.entries(readLockfile(root).packages)
    .filter(([, { resolution }]) => !/^sha512-/.test(resolution.integrity ?? '') || resolution.tarball)
    .map(([id]) => `${id}: the lockfile does not pin it to a registry package by its SHA-512`);
}

function laxSettings() {
  const settings = parse(readFileSync('pnpm-workspace.yaml', 'utf8'));
  return [
    ...(settings.strictDepBuilds === true
      ? []
      : ['pnpm-workspace.yaml: strictDepBuilds must be true, so that no new install script goes unseen']),
    ...(settings.dangerouslyAllowAllBuilds === undefined
      ? []
      : ['pnpm-workspace.yaml: dangerouslyAllowAllBuilds runs the install scripts of everybody']),
  ];
}

/** A variable may replace the image. Without one, the image has one digest, or is built from here. */
function floatingImages() {
  return ['docker-compose.yml', 'deploy/Dockerfile', 'deploy/nitro/Dockerfile'].flatMap((file) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const stages = [...text.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name);
    const named = [...text.matchAll(/^(?:FROM |ARG \w+_IMAGE=| *image: )(\S+)/gm)].map(([, image]) => image);
    const defaults = [...text.matchAll(/\$\{\w+_IMAGE:-([^}]*)\}/g)].map(([, image]) => image);
    const ours = (image) => /^(scratch|wallet-service\/.*|\$\{.*)$/.test(image) || stages.includes(image);
    return [...named.filter((image) => !ours(image)), ...defaults]
      .filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))
      .map((image) => `${file}: the image ${image} has no digest`);
  });
}
