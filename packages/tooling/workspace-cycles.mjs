// Prints the workspace's packages that depend on each other in a ring, one ring a line. Exits 1 when there is one.
// Development dependencies count too: an installer orders packages by both, and a ring has no order.
// dependency-rules.cjs sees rings of files, not of packages. Reads {services,packages}/*/package.json under the
// working directory.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const graph = new Map(manifests().map((manifest) => [manifest.name, workspaceDependencies(manifest)]));
const settled = new Set();
const rings = [...graph.keys()].flatMap((name) => ringsFrom(name, []));
for (const ring of rings) console.log(ring.join(' -> '));
if (rings.length > 0) process.exitCode = 1;

function manifests() {
  return ['services', 'packages']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
}

function workspaceDependencies({ dependencies, devDependencies }) {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => version.startsWith('workspace:'))
    .map(([name]) => name);
}

// Depth first: a name that is still on the path has been reached from itself.
function ringsFrom(name, way) {
  const since = way.indexOf(name);
  if (since >= 0) return [[...way.slice(since), name]];
  if (settled.has(name)) return [];
  const found = (graph.get(name) ?? []).flatMap((next) => ringsFrom(next, [...way, name]));
  settled.add(name);
  return found;
}
