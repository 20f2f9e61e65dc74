import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRedisUrl } from '@wallet-service/config';
import { createRedisStore } from '../../redis/src/redis-store.js';
import { makeComposeFiles } from '../../operator-cli/src/compose/compose-files.js';
import { freePorts } from '@wallet-service/local-stack';

// A Redis with the settings from docker-compose.yml, and the URLs that the services get.

const users = ['gateway', 'wallet'] as const;
const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'compose-redis-'));
let port = 0;
let server: ChildProcess | undefined;

beforeAll(async () => {
  if (!isInstalled) return;
  await makeComposeFiles({ folder, hosts: ['localhost'], owner: undefined, now: new Date() });
  [port = 0] = await freePorts(1);
  // There is no /data here.
  const settings = readFileSync(path.join(folder, 'secrets/redis.conf'), 'utf8').replace('/data', folder);
  writeFileSync(path.join(folder, 'redis.conf'), settings);
  const here = ['--port', String(port), '--bind', '127.0.0.1'];
  server = spawn('redis-server', [path.join(folder, 'redis.conf'), ...here], { stdio: 'ignore' });
  while (server.exitCode === null && !(await ask('PING').catch(() => '')).includes('NOAUTH')) await sleep(20);
  expect(server.exitCode).toBeNull();
});
afterAll(async () => {
  if (server?.exitCode === null) {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true });
});

/** The Redis URL of docker-compose.yml, changed to lead to this one. */
function urlOf(user: string): URL {
  const url = new URL(readFileSync(path.join(folder, `secrets/${user}-redis.url`), 'utf8'));
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url;
}

/** Sends commands in the inline form of the protocol, and returns all answers. */
async function ask(...commands: string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.end(`${commands.join('\r\n')}\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

async function as(user: string, command: string): Promise<string> {
  const [first = '', second = ''] = (await ask(`AUTH ${user} ${urlOf(user).password}`, command)).split(
    '\r\n',
  );
  expect(first).toBe('+OK');
  return second;
}

(isInstalled ? describe : describe.skip)('the Redis of docker-compose.yml', () => {
  it.each(users)('lets %s do all that it needs', async (user) => {
    const lines: string[] = [];
    const told = (_: object, message: string): void => void lines.push(message);
    const store = createRedisStore({
      servers: parseRedisUrl(urlOf(user).href),
      prefix: `${user}:`,
      logger: { warn: told, info: told },
    });
    await store.ping();
    await store.set('a', 'one', 60_000);
    expect(await store.get('a')).toBe('one');
    expect(await store.setIfAbsent('a', 'two', 60_000)).toBe('one');
    await store.delete('a');
    expect(await store.setIfAbsent('a', 'two', 60_000)).toBeNull();
    expect(await store.takePermit('p', { permits: 1, perMs: 60_000, burst: 2 })).toMatchObject({
      allowed: true,
      remaining: 1,
    });
    await store.close();
    expect(lines).toEqual([]);
  });

  it.each([
    ['gateway', 'wallet'],
    ['wallet', 'gateway'],
  ])('shows %s nothing of %s, and refuses its commands', async (user, other) => {
    const refused = [
      `GET ${other}:a`,
      `SET ${other}:a 1`,
      `DEL ${other}:a`,
      `EVAL "return redis.call('GET', KEYS[1])" 1 ${other}:a`,
      `EVAL "return redis.call('DEL', '${other}:a')" 0`,
      'KEYS *',
      'SCAN 0',
      'RANDOMKEY',
      'MONITOR',
      'CLIENT LIST',
      'CONFIG GET *',
      'ACL LIST',
      'FLUSHALL',
      'SHUTDOWN NOSAVE',
      'SUBSCRIBE a',
      'FUNCTION LIST',
      'SCRIPT FLUSH',
    ];
    for (const command of refused)
      expect([command, await as(user, command)]).toEqual([
        command,
        expect.stringMatching(/^-(NOPERM|ERR (ACL failure|The user executing the script can't access))/),
      ]);
  });

  it('knows no other user', async () => {
    expect(await ask('GET gateway:a')).toMatch(/^-NOAUTH/);
    expect(await ask(`AUTH ${urlOf('gateway').password}`)).toMatch(/^-WRONGPASS/);
    expect(await ask(`AUTH gateway ${urlOf('wallet').password}`)).toMatch(/^-WRONGPASS/);
  });
});
