// Checks that the compose files give every process each file that it can use, and no file that it does not name:
// `node deploy/compose/check.mjs`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { filesOfServices } from '../files-of-services.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => parse(readFileSync(`${root}/${file}`, 'utf8'), { merge: true, maxAliasCount: -1 });
/** Files that an operator adds to docker-compose.yml, temporarily or permanently. */
const additions = readdirSync(`${root}/deploy/compose`)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => `deploy/compose/${name}`);
const files = ['docker-compose.yml', ...additions];

/** All files together: { service: { environment, secrets, command } }, and the declared secrets. */
function gather() {
  const services = {};
  const declared = {};
  for (const file of files) {
    const { services: found = {}, secrets = {} } = read(file);
    Object.assign(declared, secrets);
    for (const [name, { environment = {}, secrets: given = [], command }] of Object.entries(found)) {
      const service = (services[name] ??= { environment: {}, secrets: [], command: undefined });
      Object.assign(service.environment, environment);
      service.secrets.push(...given);
      service.command ??= command;
    }
  }
  return { services, declared };
}

/** Returns the faults, one line each. */
function faultsOf({ services, declared }) {
  const replicasOf = (service) =>
    Object.keys(services).filter((name) => name.replace(/-\d$/, '') === service);
  const notGiven = Object.entries(filesOfServices).flatMap(([service, names]) => {
    const replicas = replicasOf(service);
    if (replicas.length === 0) return [`there is no ${service}`];
    return replicas.flatMap((replica) =>
      names
        .filter((name) => !services[replica].environment[name])
        .map((name) => `no file gives ${replica} ${name}`),
    );
  });
  const wrong = Object.entries(services).flatMap(([name, { environment, secrets, command }]) => {
    const named = Object.entries(environment)
      .filter(([variable, value]) => variable.endsWith('_FILE') && value)
      .map(([variable, value]) => [variable, value.replace('/run/secrets/', '')]);
    const isProcess = Object.hasOwn(filesOfServices, name.replace(/-\d$/, ''));
    // A job reads its connections to Postgres, and its certificate when it has one.
    const isRead = (variable) => isProcess || /DATABASE_URL_FILE$/.test(variable);
    const hasNames = isProcess || command?.some((word) => ['migrate', 'rewrap'].includes(word));
    return [
      ...named
        .filter(([variable, secret]) => isRead(variable) && !secrets.includes(secret))
        .map(([variable]) => `${name} has no secret for ${variable}`),
      ...secrets
        .filter(
          (secret) =>
            hasNames &&
            !named.some(
              ([variable, given]) => given === secret && (isRead(variable) || /^TLS_/.test(variable)),
            ),
        )
        .map((secret) => `${name} has the secret ${secret}, and reads it nowhere`),
      ...secrets
        .filter((secret) => !Object.hasOwn(declared, secret))
        .map((secret) => `${name}: ${secret} is not declared`),
    ];
  });
  return [...notGiven, ...wrong];
}

const gathered = gather();
const faults = faultsOf(gathered);

// A check that never fails proves nothing.
const canaries = [
  (services) => delete services.policy.environment.PREVIOUS_VERDICT_KEY_FILE,
  (services) => delete services['wallet-2'].environment.EVENT_KEY_FILE,
  (services) => services['migrate-policy'].secrets.push('verdict_key'),
  (services) =>
    (services.identity.secrets = services.identity.secrets.filter((name) => name !== 'grant_key')),
];
for (const spoil of canaries) {
  const spoilt = structuredClone(gathered);
  spoil(spoilt.services);
  if (faultsOf(spoilt).length <= faults.length)
    faults.push(`the check does not see what this breaks: ${spoil}`);
}
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
