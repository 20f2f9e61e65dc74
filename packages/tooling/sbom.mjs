// `pnpm sbom [FILE]`: the content of the images, as a CycloneDX 1.6 document in JSON
// (https://cyclonedx.org/docs/1.6/json/), by default sbom.cdx.json. One component for each image and one for
// each package of the registry with its hash and licence. The same lockfile gives the same bytes: no time, no
// serial number.
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { productionPackages, vendoredSources } from './production-packages.mjs';

export function sbom(root) {
  const { components, packages } = productionPackages(root);
  const { name, version, license } = manifestOf(root);
  const bom = new Models.Bom();
  const suite = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: name });
  suite.licenses.add(licenceOf(license));
  bom.metadata.component = suite;
  const models = new Map([...packages.values()].map((found) => [found.id, libraryOf(found)]));
  for (const [id, model] of models) {
    for (const next of packages.get(id).dependencies) model.dependencies.add(models.get(next).bomRef);
    bom.components.add(model);
  }
  const vendored = vendoredSources(root).map((source) => ({ ...source, model: sourceOf(source) }));
  for (const { model } of vendored) bom.components.add(model);
  for (const { folder, dependencies } of components) {
    const manifest = manifestOf(path.join(root, folder));
    const model = new Models.Component(Enums.ComponentType.Application, manifest.name, {
      version: manifest.version,
      bomRef: folder,
    });
    model.licenses.add(licenceOf(license));
    for (const id of dependencies) model.dependencies.add(models.get(id).bomRef);
    for (const source of vendored)
      if (source.usedBy.includes(folder)) model.dependencies.add(source.model.bomRef);
    bom.components.add(model);
    suite.dependencies.add(model.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function libraryOf({ id, name, version, integrity, licence }) {
  const [scope, plainName] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const model = new Models.Component(Enums.ComponentType.Library, plainName, {
    group: scope,
    version,
    bomRef: id,
    purl: new PackageURL('npm', scope, plainName, version).toString(),
  });
  model.hashes.set(
    Enums.HashAlgorithm['SHA-512'],
    Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
  );
  if (licence !== undefined) model.licenses.add(licenceOf(licence));
  return model;
}

/** C code in the repository. The hash is that of the archive that it comes from. */
function sourceOf({ name, version, licence, url, sha512 }) {
  const model = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    bomRef: `${name}@${version}`,
    purl: new PackageURL('generic', undefined, name, version, { download_url: url }).toString(),
  });
  model.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512);
  model.licenses.add(licenceOf(licence));
  return model;
}

const licenceOf = (expression) => new Models.LicenseExpression(expression);

function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file = 'sbom.cdx.json', ...more] = process.argv.slice(2);
  if (file.startsWith('-') || more.length > 0) {
    console.error('pnpm sbom [FILE]: what the images hold, by default into sbom.cdx.json');
    process.exit(file === '--help' ? 0 : 2);
  }
  writeFileSync(file, sbom(fileURLToPath(new URL('../..', import.meta.url))));
  console.log(file);
}
