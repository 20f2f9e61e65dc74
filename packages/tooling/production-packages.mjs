// The content of the images: the registry packages that the services and the operator's commands reach without
// development dependencies, by the lockfile. The licence is the one that the installed package declares. A package
// for other machines is not installed here and has none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The folders that become images, and the pages that the images of gateway and console hold as bundles. */
export function shippedFolders(root) {
  return [
    ...readdirSync(path.join(root, 'services')).map((name) => `services/${name}`),
    'packages/operator-cli',
    'packages/reference-page',
    'packages/console-page',
  ];
}

/** C code that is kept in the repository, each with { name, version, licence, url, sha512, usedBy }. */
export function vendoredSources(root) {
  return ['packages/secp256k1/vendor/libsecp256k1.json']
    .map((file) => path.join(root, file))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
}

export function readLockfile(root) {
  return parse(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8'));
}

/**
 * { components, packages }: `components` are the shipped folders with the ids that each depends on, directly
 * or through workspace packages; `packages` are { id, name, version, integrity, dependencies, licence } by
 * id. An id is a key of the lockfile's `snapshots`.
 */
export function productionPackages(root) {
  const { importers, snapshots, packages: resolved } = readLockfile(root);
  const licences = installedLicences(root);
  const components = shippedFolders(root).map((folder) => ({
    folder,
    dependencies: [...directDependencies(importers, folder)].sort(),
  }));
  const found = new Map();
  const waiting = components.flatMap(({ dependencies }) => dependencies);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    const { dependencies, optionalDependencies } = snapshots[id];
    const next = idsOf({ ...dependencies, ...optionalDependencies }).sort();
    const plainId = id.replace(/\(.*$/, '');
    const at = plainId.lastIndexOf('@');
    found.set(id, {
      id,
      name: plainId.slice(0, at),
      version: plainId.slice(at + 1),
      integrity: resolved[plainId].resolution.integrity,
      dependencies: next,
      licence: licences.get(plainId),
    });
    waiting.push(...next);
  }
  return { components, packages: new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

function directDependencies(importers, folder, seen = new Set()) {
  if (seen.has(folder)) return new Set();
  seen.add(folder);
  const ids = new Set();
  const { dependencies, optionalDependencies } = importers[folder];
  for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    if (!version.startsWith('link:')) ids.add(idOf(name, version));
    else
      for (const id of directDependencies(importers, path.posix.join(folder, version.slice(5)), seen))
        ids.add(id);
  }
  return ids;
}

const idsOf = (dependencies) => Object.entries(dependencies).map(([name, version]) => idOf(name, version));

// An alias has the name of the real package instead of a version.
function idOf(name, version) {
  return /^\d/.test(version) ? `${name}@${version}` : version;
}

// By name@version: the packages in pnpm's store itself. The other entries of its folders are links.
function installedLicences(root) {
  const store = path.join(root, 'node_modules/.pnpm');
  const licences = new Map();
  const add = (folder) => {
    const file = path.join(folder, 'package.json');
    if (!existsSync(file)) return;
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    licences.set(`${manifest.name}@${manifest.version}`, declaredLicence(manifest));
  };
  for (const entry of readdirSync(store)) {
    const folder = path.join(store, entry, 'node_modules');
    if (!entry.includes('@') || !existsSync(folder)) continue;
    for (const child of readdirSync(folder, { withFileTypes: true }).filter((own) => own.isDirectory())) {
      if (!child.name.startsWith('@')) add(path.join(folder, child.name));
      else
        for (const scoped of readdirSync(path.join(folder, child.name), { withFileTypes: true }))
          if (scoped.isDirectory()) add(path.join(folder, child.name, scoped.name));
    }
  }
  return licences;
}

function declaredLicence({ license, licenses }) {
  const declared = license ?? licenses?.map(({ type }) => type).join(' OR ');
  return (typeof declared === 'object' ? declared.type : declared) ?? 'NONE';
}
