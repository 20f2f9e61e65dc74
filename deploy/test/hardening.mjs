// Whether each container is as closed as docker-compose.yml says, asked from inside.
import { hardeningFlags } from '../../services/enclave-signer/hardening.mjs';
import { inspect, runInside } from './docker.mjs';

const services = [
  'gateway-1',
  'gateway-2',
  'identity',
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
const status = fs.readFileSync('/proc/self/status', 'utf8');
const field = (name) => status.match(new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm'))[1];
console.log(JSON.stringify({
  root: tried(() => fs.writeFileSync('/written', '')),
  secrets: tried(() => fs.writeFileSync('/run/secrets/ca', '')),
  uid: process.getuid(), capabilities: field('CapEff'), newPrivileges: field('NoNewPrivs'), seccomp: field('Seccomp'),
  sharedSecrets: fs.readdirSync('/run/secrets').filter((name) => name !== 'ca' && (fs.statSync('/run/secrets/' + name).mode & 0o077) !== 0),
}));`;

/** Returns what is wrong, one line each. */
export function hardeningFaults() {
  return services.flatMap((service) => {
    const seen = JSON.parse(runInside(service, look));
    const { HostConfig: limits, Config: config } = inspect(service);
    const rules = {
      'a write to / is refused': seen.root === 'EROFS',
      'a write to a secret is refused': ['EROFS', 'EACCES'].includes(seen.secrets),
      'it runs as another user than root': seen.uid > 0,
      'it has no capability': /^0+$/.test(seen.capabilities),
      'it can gain no privilege': seen.newPrivileges === '1',
      'system calls are filtered': seen.seccomp === '2',
      'its secrets are its own': seen.sharedSecrets.length === 0,
      'memory and processes are limited': limits.Memory > 0 && limits.PidsLimit > 0 && limits.NanoCpus > 0,
      'it leaves no core dump': limits.Ulimits.some(({ Name, Hard }) => Name === 'core' && Hard === 0),
      'no secret is in its environment': !config.Env.some((entry) => /:\/\/[^/]*:[^/]*@|PRIVATE/.test(entry)),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${service}: NOT ${rule}`]));
  });
}

/** The signer's image holds node, its libraries, its code and the bundle; nothing that could be run beside it. */
export function signerImageFaults() {
  const known =
    /^\/(app\/(main\.mjs|trust-bundle\.json)|bin\/node|lib\/.*\.so[.0-9]*|lib64\/.*\.so[.0-9]*|usr\/lib\/.*\.so[.0-9]*)$/;
  return filesOf('signer-1')
    .filter((file) => !known.test(file))
    .map((file) => `the signer's image holds ${file}`);
}

/** The signer's process is started with every flag that the local stack gives it. */
export function signerFlagFaults() {
  const { Entrypoint: entrypoint } = inspect('signer-1').Config;
  return hardeningFlags({ read: ['/app', '/run/secrets'], major: 24 })
    .filter((flag) => !entrypoint.includes(flag))
    .map((flag) => `the signer's image starts without ${flag}`);
}

function filesOf(service) {
  const script = `
const fs = require('fs');
const walk = (folder) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const file = (folder === '/' ? '' : folder) + '/' + entry.name;
  if (/^\\/(proc|sys|dev|run|tmp|etc)(\\/|$)|^\\/\\.dockerenv$/.test(file)) return [];
  return entry.isDirectory() ? walk(file) : [file];
});
console.log(JSON.stringify(walk('/')));`;
  return JSON.parse(runInside(service, script));
}
