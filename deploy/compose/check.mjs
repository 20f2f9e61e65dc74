// Checks that the compose files give every process each file that it can use, and no file that it does not name. Also
// checks who has a way to the outside world: `node deploy/compose/check.mjs`.
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

/**
 * All files together: { service: { environment, secrets, networks, volumes, command } }, the declared secrets, and the
 * networks that lead out.
 */
function gather() {
  const services = {};
  const declared = {};
  const outward = [];
  for (const file of files) {
    const { services: found = {}, secrets = {}, networks = {} } = read(file);
    Object.assign(declared, secrets);
    outward.push(...Object.keys(networks).filter((name) => !networks[name].internal));
    for (const [name, added] of Object.entries(found)) {
      const { environment = {}, secrets: given = [], networks: joined = [], volumes = [], command } = added;
      const service = (services[name] ??= { environment: {}, secrets: [], networks: [], volumes: [] });
      Object.assign(service.environment, environment);
      service.secrets.push(...given);
      service.networks.push(...(Array.isArray(joined) ? joined : Object.keys(joined)));
      service.volumes.push(...volumes);
      service.command ??= command;
    }
  }
  return { services, declared, outward };
}

const baseOf = (name) => name.replace(/-[\da-z]$/, '');
/** The load balancer is reached from outside, the others call the outside world. */
const reachOut = ['load-balancer', 'webhooks', 'witness', 'console'];
/** Networks of an observer, which every process is on. */
const observers = ['monitoring', 'tracing'];

/** Each witness sees the outside world by itself, only identity and wallet reach it, and it shares no key or disk. */
function networkFaults({ services, outward }) {
  const namesOn = (network) =>
    Object.keys(services).filter((name) => services[name].networks.includes(network));
  const witnesses = Object.keys(services).filter((name) => baseOf(name) === 'witness');
  const askers = Object.keys(services).filter((name) => ['identity', 'wallet'].includes(baseOf(name)));
  return [
    ...(witnesses.length >= 3 ? [] : [`there are ${witnesses.length} witnesses`]),
    ...outward.flatMap((network) =>
      namesOn(network)
        .filter((name) => !reachOut.includes(baseOf(name)))
        .map((name) => `${name} reaches the outside world by ${network}`),
    ),
    ...witnesses.flatMap((name) => {
      const { networks, volumes, secrets } = services[name];
      const inside = name.replace('-', '_');
      const outside = `egress_${inside}`;
      const own = networks.filter((network) => !observers.includes(network)).sort();
      const isShared = (kind, item) =>
        Object.keys(services).some((other) => other !== name && services[other][kind].includes(item));
      return [
        ...(own.join() === [outside, inside].join() ? [] : [`${name} is on ${own.join(', ')}`]),
        ...(namesOn(inside).sort().join() === [...askers, name].sort().join()
          ? []
          : [`others are on ${inside}`]),
        ...(namesOn(outside).join() === name ? [] : [`others are on ${outside}`]),
        ...(outward.includes(outside) && !outward.includes(inside)
          ? []
          : [`${name} has no way out of its own`]),
        ...askers
          .filter((asker) => !services[asker].environment.WITNESS_TARGETS.includes(`${name}:50051`))
          .map((asker) => `${asker} does not ask ${name}`),
        ...(volumes.length === 1 && !isShared('volumes', volumes[0])
          ? []
          : [`${name} has no disk of its own`]),
        ...(secrets.includes(`${inside}_key`) ? [] : [`${name} has no key of its own`]),
        ...secrets
          .filter((secret) => /^witness_._key$/.test(secret) && isShared('secrets', secret))
          .map((secret) => `${secret} is given to others than ${name}`),
      ];
    }),
  ];
}

/** Returns the faults, one line each. */
function faultsOf({ services, declared, outward }) {
  const replicasOf = (service) => Object.keys(services).filter((name) => baseOf(name) === service);
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
    const isProcess = Object.hasOwn(filesOfServices, baseOf(name));
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
  return [...notGiven, ...wrong, ...networkFaults({ services, outward })];
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
  (services) => delete services['witness-b'].environment.WITNESS_KEY_FILE,
  (services) => services.identity.networks.push('egress'),
  (services) => services['witness-a'].networks.push('egress_witness_b'),
  (services) => services['witness-a'].networks.push('witness_b'),
  (services) => services['policy'].networks.push('witness_b'),
  (services) => services['wallet-1'].networks.splice(services['wallet-1'].networks.indexOf('witness_b'), 1),
  (services) => (services['witness-c'].networks = ['witness_c']),
  (services) => (services['witness-c'].volumes = services['witness-a'].volumes),
  (services) => services['signer-1'].secrets.push('witness_a_key'),
  (services) => (services.identity.environment.WITNESS_TARGETS = 'dns:///witness-a:50051'),
  (services) => (services['wallet-2'].environment.WITNESS_TARGETS = 'dns:///witness-a:50051'),
];
for (const spoil of canaries) {
  const spoilt = structuredClone(gathered);
  spoil(spoilt.services);
  if (faultsOf(spoilt).length <= faults.length)
    faults.push(`the check does not see what this breaks: ${spoil}`);
}
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
