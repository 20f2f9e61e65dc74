// What the processes of the containers can do and hold, seen from inside.
import { execFileSync } from 'node:child_process';
import { hardeningFlags } from '../../services/enclave-signer/hardening.mjs';
import { docker, inspect, runInside } from './docker.mjs';

const services = [
  'gateway-1',
  'gateway-2',
  'identity',
  'witness-a',
  'witness-b',
  'witness-c',
  'policy',
  'webhooks',
  'wallet-1',
  'wallet-2',
  'signer-1',
  'signer-2',
];

const look = `
const fs = require('fs');
const tried = (work) => { try { work(); return 'allowed'; } catch (error) { return error.code; } };
console.log(JSON.stringify({
  root: tried(() => fs.writeFileSync('/written', '')),
  secrets: tried(() => fs.writeFileSync('/run/secrets/ca', '')),
  sharedSecrets: fs.readdirSync('/run/secrets')
    .filter((name) => !['ca', 'root_document'].includes(name))
    .filter((name) => (fs.statSync('/run/secrets/' + name).mode & 0o077) !== 0),
}));`;

/** Returns the faults, one line each. */
export function hardeningFaults() {
  return services.flatMap((service) => {
    const seen = JSON.parse(runInside(service, look));
    const { Ulimits: limits } = inspect(service).HostConfig;
    const rules = {
      'a write to / is refused': seen.root === 'EROFS',
      'a write to a secret is refused': ['EROFS', 'EACCES'].includes(seen.secrets),
      'its secrets are its own': seen.sharedSecrets.length === 0,
      'it leaves no core dump': limits.some(({ Name, Hard }) => Name === 'core' && Hard === 0),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${service}: NOT ${rule}`]));
  });
}

/** The signer's image holds node with its libraries, one file of code and the root document: nothing else to run. */
export function signerImageFaults() {
  const library = /^(lib|lib64|usr\/lib|usr\/lib64)\/.*\.so[.0-9]*$/;
  const wanted = ['app/libsecp256k1.COPYING', 'app/main.mjs', 'app/root-document.json', 'bin/node'];
  const held = filesOfImage(inspect('signer-1').Image);
  return [
    ...wanted.filter((file) => !held.includes(file)).map((file) => `the signer's image has no ${file}`),
    ...held
      .filter((file) => !wanted.includes(file) && !library.test(file))
      .map((file) => `the signer's image holds ${file}`),
  ];
}

/** The signer's process starts with every flag that the local stack gives it. */
export function signerFlagFaults() {
  const { Entrypoint: entrypoint } = inspect('signer-1').Config;
  return hardeningFlags({ read: ['/app', '/run/secrets'], major: 24 })
    .filter((flag) => !entrypoint.includes(flag))
    .map((flag) => `the signer's image starts without ${flag}`);
}

/** Without the empty files that the engine puts into every container. */
function filesOfImage(image) {
  const container = docker('create', image);
  try {
    const list = `docker export ${container} | tar --list --verbose --numeric-owner`;
    const lines = execFileSync('bash', ['-euo', 'pipefail', '-c', list], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return lines
      .map((line) => /^(\S)\S* +\S+ +(\d+) +\S+ +\S+ (.*)$/.exec(line))
      .filter(([, kind, bytes]) => kind !== 'd' && Number(bytes) > 0)
      .map(([, , , file]) => file);
  } finally {
    docker('rm', container);
  }
}
