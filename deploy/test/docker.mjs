// What the tests of the container stack ask the engine.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const project = process.env.COMPOSE_PROJECT_NAME;

export const container = (service) => `${project}_${service}_1`;

export function docker(...args) {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export function inspect(service) {
  return JSON.parse(docker('inspect', container(service)))[0];
}

/** Runs JavaScript in a service's container and returns what it prints. The signer's image has node in another place. */
export function runInside(service, script) {
  const node = service.startsWith('signer') ? '/bin/node' : 'node';
  return docker('exec', container(service), node, '-e', script);
}

/** Ends the container's process as a crash does: the engine is not told that somebody wanted it, so it starts the container again. */
export function crash(service) {
  const { Pid: pid } = inspect(service).State;
  if (!existsSync(`/proc/${pid}`))
    throw new Error('the engine runs on another machine: its processes cannot be killed');
  process.kill(pid, 'SIGKILL');
}

export function query(sql) {
  const command = `PGPASSWORD=$(cat /run/secrets/postgres_password) psql -h 127.0.0.1 -U postgres -d wallet_service -Atc "${sql}"`;
  return docker('exec', container('postgres'), 'sh', '-c', command);
}
