// Checks in the engine and the kernel that every container is closed, limited and watched.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { docker, inspect, project } from './docker.mjs';

const secrets = path.join(process.env.SECRETS_DIR, 'secrets');
const witnesses = ['witness-a', 'witness-b', 'witness-c'];
const nodeServices = [
  ...['gateway-1', 'gateway-2', 'identity', 'policy', 'webhooks', 'wallet-1', 'wallet-2'],
  ...witnesses,
];
const running = [...nodeServices, 'signer-1', 'signer-2', 'load-balancer', 'postgres', 'redis'];
const ended = ['migrate-identity', 'migrate-policy', 'migrate-wallet', 'migrate-webhooks'];
/** These reach the outside world, so they need its names. */
const outward = [...witnesses, 'webhooks', 'load-balancer'];

/** Returns the faults, one line each. */
export async function containerFaults() {
  const words = secretWords();
  await firstHealthChecks();
  return [...running, ...ended].flatMap((service) => {
    const found = inspect(service);
    const rules = {
      ...asDeclared(service, found),
      ...(running.includes(service)
        ? asItRuns(service, found)
        : { 'it ended well': found.State.ExitCode === 0 }),
      'no secret is in what the engine knows': words.every((word) => !JSON.stringify(found).includes(word)),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${service}: NOT ${rule}`]));
  });
}

/** The first health check comes some seconds after the start, and every container has just started. */
async function firstHealthChecks() {
  const isStarting = (service) => inspect(service).State.Health?.Status === 'starting';
  for (let attempt = 0; attempt < 60 && running.some(isStarting); attempt++) await sleep(1_000);
}

function asDeclared(service, { HostConfig: host, Config: config, Mounts: mounts }) {
  return {
    'its root is read-only': host.ReadonlyRootfs && !host.Privileged,
    'every capability is dropped': host.CapDrop?.includes('ALL') && !host.CapAdd?.length,
    'it can gain no privilege': host.SecurityOpt?.some((option) => option.startsWith('no-new-privileges')),
    'its user is not root': /^[1-9]\d*:[1-9]\d*$/.test(config.User),
    'memory, CPU and processes are limited': host.Memory > 0 && host.NanoCpus > 0 && host.PidsLimit > 0,
    'it shares no namespace with the machine': ![host.NetworkMode, host.PidMode, host.IpcMode].includes(
      'host',
    ),
    'its secrets are files that it cannot write': mounts
      .filter(({ Destination }) => Destination.startsWith('/run/secrets/'))
      .every(({ Type, RW }) => Type === 'bind' && !RW),
    'nobody resolves outside names for it':
      outward.includes(service) || JSON.stringify(host.Dns) === '["127.0.0.1"]',
  };
}

function asItRuns(service, { State: state }) {
  if (!state.Running) return { 'it runs': false };
  const status = readInside(service, '/proc/1/status');
  const field = (name) => status.match(new RegExp(`^${name}:\\s*(.*)`, 'm'))[1].trim();
  const rootMount = readInside(service, '/proc/self/mountinfo')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , , , mountPoint]) => mountPoint === '/');
  return {
    'its health is checked, and good': state.Health?.Status === 'healthy',
    'its process runs as another user than root': field('Uid')
      .split(/\s+/)
      .every((uid) => Number(uid) > 0),
    'its process has no capability, and can have none': [
      'CapInh',
      'CapPrm',
      'CapEff',
      'CapBnd',
      'CapAmb',
    ].every((set) => /^0+$/.test(field(set))),
    'its process can gain no privilege': field('NoNewPrivs') === '1',
    'its system calls are filtered': field('Seccomp') === '2',
    'its root is mounted read-only': rootMount[5].split(',').includes('ro'),
  };
}

/** The signer's image has no cat. */
function readInside(service, file) {
  const print = `process.stdout.write(require('fs').readFileSync('${file}'))`;
  const command = service.startsWith('signer') ? ['/bin/node', '-e', print] : ['cat', file];
  return docker('exec', inspect(service).Id, ...command);
}

/** Texts in the secret files that are secret by themselves: whole files, and the passwords of URLs. */
function secretWords() {
  const texts = readdirSync(secrets)
    .filter((name) => !/\.pem$/.test(name))
    .map((name) => readFileSync(path.join(secrets, name)))
    .filter((bytes) => /^[\x20-\x7e\n]+$/.test(bytes.toString('latin1')))
    .map((bytes) => bytes.toString('latin1').trim());
  const passwords = texts.flatMap((text) => /:\/\/[^:/]*:([^@]+)@/.exec(text)?.[1] ?? []);
  const words = [...texts, ...passwords].filter((word) => word.length >= 16);
  if (passwords.length < 5)
    throw new Error(`${passwords.length} passwords are found in ${secrets} of ${project}`);
  return words;
}
