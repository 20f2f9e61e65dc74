// How the tests of the container stack use the engine.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const project = process.env.COMPOSE_PROJECT_NAME;

export function docker(...args) {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The one container of a service. docker compose 2 and docker-compose 1 name containers differently. */
export function idOf(service) {
  const labels = { project, service, oneoff: 'False' };
  const filters = Object.entries(labels).flatMap(([name, value]) => [
    '--filter',
    `label=com.docker.compose.${name}=${value}`,
  ]);
  const ids = docker('ps', '--all', '--quiet', ...filters).split('\n');
  if (ids.length !== 1 || ids[0] === '')
    throw new Error(`${ids.filter(Boolean).length} containers of ${service}`);
  return ids[0];
}

/** The output of a container, errors included. */
export function logOf(container) {
  const command = ['-c', 'docker logs "$0" 2>&1', container];
  return execFileSync('bash', command, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

export function inspect(service) {
  return JSON.parse(docker('inspect', idOf(service)))[0];
}

const networksOf = (service) => Object.values(inspect(service).NetworkSettings.Networks);

export const addressesOf = (service) => networksOf(service).map(({ IPAddress }) => IPAddress);

/** The first address of each of its networks, where its host machine would be. */
export function machineAddressesOf(service) {
  return networksOf(service).map(({ IPAddress, IPPrefixLen }) => {
    const address = IPAddress.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
    const first = address - (address % 2 ** (32 - IPPrefixLen)) + 1;
    return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
  });
}

/** Runs JavaScript in a service's container and returns its output. The signer's image has node in another place. */
export function runInside(service, script) {
  const node = service.startsWith('signer') ? '/bin/node' : 'node';
  return docker('exec', idOf(service), node, '-e', script);
}

/** The same, only in the network of a service whose image has no node. */
function runBeside(service, script) {
  const place = ['--network', `container:${idOf(service)}`, '--read-only', '--cap-drop', 'ALL'];
  return docker('run', '--rm', ...place, process.env.NODE_IMAGE, 'node', '-e', script);
}

const withoutNode = ['postgres', 'redis'];

/**
 * Tries { host, port } of each door from inside a service's container; adds `result`: `open`, `refused` or `closed`.
 */
export function knock(source, doors) {
  const script = `
const net = require('net');
Promise.all(${JSON.stringify(doors)}.map((door) => new Promise((resolve) => {
  const done = (result) => { socket.destroy(); resolve({ ...door, result }); };
  const socket = net.connect(door.port, door.host).setTimeout(1500)
    .on('connect', () => done('open')).on('timeout', () => done('closed'))
    .on('error', (error) => done(error.code === 'ECONNREFUSED' ? 'refused' : 'closed'));
}))).then((answers) => console.log(JSON.stringify(answers)));`;
  const run = withoutNode.includes(source) ? runBeside : runInside;
  return JSON.parse(run(source, script));
}

/** Ends the container's process as a crash does. The engine does not know that it was intended, so it restarts it. */
export function crash(service) {
  const { Pid: pid } = inspect(service).State;
  if (!existsSync(`/proc/${pid}`))
    throw new Error('the engine runs on another machine: its processes cannot be killed');
  process.kill(pid, 'SIGKILL');
}

export function query(sql) {
  const psql =
    'PGPASSWORD=$(cat /run/secrets/postgres_password) psql -h 127.0.0.1 -U postgres -d wallet_service';
  const command = `${psql} -Atc "${sql}"`;
  return docker('exec', idOf('postgres'), 'sh', '-c', command);
}
