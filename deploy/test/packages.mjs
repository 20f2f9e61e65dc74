// Checks that the images hold the packages that the lockfile names, in its versions, and nothing that only development
// needs.
import { fileURLToPath } from 'node:url';
import { productionPackages } from '../../packages/tooling/production-packages.mjs';
import { runInside } from './docker.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const services = ['gateway-1', 'identity', 'policy', 'webhooks', 'wallet-1', 'witness-a'];
const unwanted = /^(typescript|@types\/.*|@wallet-service\/.*|jest|esbuild|@peculiar\/x509)@/;

const look = `
const fs = require('fs');
const found = [];
const folder = (at) => {
  const folders = fs.readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders.filter((entry) => entry.name[0] !== '.'))
    name[0] === '@' ? folder(at + '/' + name) : one(at + '/' + name);
};
const one = (at) => {
  const { name, version } = JSON.parse(fs.readFileSync(at + '/package.json', 'utf8'));
  found.push(name + '@' + version);
  if (fs.existsSync(at + '/node_modules')) folder(at + '/node_modules');
};
folder('/app/node_modules');
console.log(JSON.stringify(found));`;

/** Returns the faults, one line each, and prints how many packages each image holds. */
export function packageFaults() {
  const locked = [...productionPackages(root).packages.values()].map(
    ({ name, version }) => `${name}@${version}`,
  );
  const known = new Set(locked);
  const held = services.map((service) => ({ service, packages: JSON.parse(runInside(service, look)) }));
  console.log(
    `       ${held.map(({ service, packages }) => `${service} ${packages.length}`).join(', ')} packages`,
  );
  return held.flatMap(({ service, packages }) => [
    ...(packages.length < 10 ? [`${service}: only ${packages.length} packages are found`] : []),
    ...packages
      .filter((each) => !known.has(each))
      .map((each) => `${service}: ${each} is not in the lockfile`),
    ...packages.filter((each) => unwanted.test(each)).map((each) => `${service}: nobody needs ${each} there`),
  ]);
}
