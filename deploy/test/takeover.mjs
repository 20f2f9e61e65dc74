// What an attacker gets who has taken over one container, or who opens many connections from outside: tried on the
// running stack.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { docker, idOf, logOf, runInside } from './docker.mjs';

const { SECRETS_DIR: folder, EDGE_PORT: port } = process.env;
const running = [
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
const stores = ['load-balancer', 'postgres', 'redis'];
const schemas = ['identity', 'policy', 'wallet', 'webhooks'];
const containers = { identity: 'identity', policy: 'policy', wallet: 'wallet-1', webhooks: 'webhooks' };

/** Each role sees its own schema. When it takes all connections that it can, it leaves some for the others. */
export function databaseFaults() {
  const seen = schemas.flatMap((schema) => {
    const others = schemas.filter((other) => other !== schema);
    const open = JSON.parse(
      runInside(
        containers[schema],
        asRole(
          schema,
          `
      const can = async (sql) => client.query(sql).then(() => [sql], () => []);
      const tried = ${JSON.stringify([
        ...others.map((other) => `SELECT FROM ${other}.migrations`),
        ...others.map((other) => `SET ROLE wallet_service_${other}`),
        'CREATE TABLE mine (id int)',
        'CREATE TEMP TABLE mine (id int)',
        'CREATE SCHEMA mine',
        'DELETE FROM migrations',
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('/etc/passwd')",
        'SELECT rolpassword FROM pg_authid',
      ])};
      const open = [];
      for (const sql of tried) open.push(...(await can(sql)));
      console.log(JSON.stringify(open));`,
        ),
      ),
    );
    return open.map((sql) => `as ${schema} the database takes: ${sql}`);
  });
  const entered = schemas.flatMap((schema) => {
    const script = asRole(
      schema,
      `
      const entered = [];
      for (const database of ['postgres', 'template1']) {
        const url = new URL(connectionString);
        url.pathname = database;
        const other = new pg.Client({ connectionString: url.href });
        await other.connect().then(() => entered.push(database) && other.end(), () => {});
      }
      console.log(JSON.stringify(entered));`,
    );
    const found = JSON.parse(runInside(containers[schema], script));
    return found.map((database) => `as ${schema} one gets into the database ${database}`);
  });
  const held = runInside(
    'webhooks',
    asRole(
      'webhooks',
      `
    const all = [];
    for (let count = 0; count < 400; count++) {
      const next = new pg.Client({ connectionString });
      next.on('error', () => {});
      try { await next.connect(); all.push(next); }
      catch (error) { console.log(error.code + ' after ' + all.length); break; }
    }
    await Promise.all(all.map((each) => each.end()));`,
    ),
  );
  console.log(`       webhooks' role is refused a connection: ${held}`);
  // The server also answers 53300 when no connection is left for anybody. Then its own share was no limit.
  const [, count] = /^53300 after (\d+)$/.exec(held) ?? [];
  const most = Number(
    runInside(
      'webhooks',
      asRole(
        'webhooks',
        `
    const limit = 'SELECT rolconnlimit AS most FROM pg_roles WHERE rolname = current_user';
    console.log((await client.query(limit)).rows[0].most);`,
      ),
    ),
  );
  return [
    ...seen,
    ...entered,
    ...(Number(count) <= most && most > 0
      ? []
      : [`webhooks' role took connections until: ${held}, of ${most}`]),
  ];
}

function asRole(schema, work) {
  return `
const pg = require('/app/node_modules/pg');
const connectionString = require('fs').readFileSync('/run/secrets/${schema}_database_url', 'utf8').trim();
(async () => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  ${work}
  await client.end();
})();`;
}

/** A service's password of Redis is only for its own keys and its own commands. */
export function redisFaults() {
  const users = { gateway: 'gateway-1', wallet: 'wallet-1' };
  return Object.entries(users).flatMap(([user, container]) => {
    const [other] = Object.keys(users).filter((name) => name !== user);
    const commands = [
      ['CONFIG', 'GET', 'requirepass'],
      ['ACL', 'LIST'],
      ['ACL', 'WHOAMI'],
      ['FLUSHALL'],
      ['REPLICAOF', '192.0.2.1', '6379'],
      ['SHUTDOWN', 'NOSAVE'],
      ['MONITOR'],
      ['CLIENT', 'LIST'],
      ['KEYS', '*'],
      ['SCAN', '0'],
      ['PUBLISH', 'channel', 'message'],
      ['FUNCTION', 'LIST'],
      ['SCRIPT', 'FLUSH'],
      ['GET', `${other}:key`],
      ['DEL', `${other}:key`],
      ['EVAL', "return redis.call('GET', KEYS[1])", '1', `${other}:key`],
      ['EVAL', `return redis.call('DEL', '${other}:key')`, '0'],
    ];
    const script = `
const Redis = require('/app/node_modules/ioredis');
const url = require('fs').readFileSync('/run/secrets/${user}_redis_url', 'utf8').trim();
const redis = new Redis(url, { retryStrategy: () => null });
(async () => {
  const open = [];
  for (const [command, ...rest] of ${JSON.stringify(commands)})
    await redis.call(command, ...rest).then(() => open.push([command, ...rest].join(' ')), ({ message }) => {
      const isRefusal = /NOPERM|ACL failure|user executing the script can't access/.test(message);
      if (!isRefusal) open.push(command + ': ' + message);
    });
  if (await redis.call('GET', '${user}:no-such-key') !== null) open.push('its own keys hold values that nobody wrote');
  console.log(JSON.stringify(open));
  redis.disconnect();
})();`;
    return JSON.parse(runInside(container, script)).map(
      (command) => `${container} may tell Redis ${command}`,
    );
  });
}

/** One address leaves connections for others. */
export async function connectionFaults() {
  const ca = readFileSync(path.join(folder, 'tls/ca.crt'));
  const sockets = Array.from({ length: 1_100 }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), servername: 'localhost', ca });
    const outcome = new Promise((resolve) => {
      socket
        .on('secureConnect', () => resolve('open'))
        .on('error', () => resolve('refused'))
        .on('close', () => resolve('refused'));
    });
    return { socket, outcome };
  });
  await Promise.all(sockets.map(({ outcome }) => outcome));
  // At one time: some were closed meanwhile, because they sent nothing.
  const open = sockets.filter(({ socket }) => socket.authorized && !socket.destroyed).length;
  for (const { socket } of sockets) socket.destroy();
  console.log(`       of 1100 connections of one address ${open} are taken`);
  return open > 0 && open <= 1_024 ? [] : [`one address has ${open} connections`];
}

/** Unsafe settings stop a production process before it serves. */
export function settingFaults() {
  const settings = [
    ['identity', 'JWKS_ALLOW_LOOPBACK=true', 'JWKS_ALLOW_LOOPBACK is for'],
    ['identity', 'ADOPT_ROWS_UNTIL=2999-01-01T00:00Z', 'ADOPT_ROWS_UNTIL must'],
    ['witness-a', 'JWKS_ALLOW_LOOPBACK=true', 'JWKS_ALLOW_LOOPBACK is for'],
    ['witness-a', 'NEW_STATE_UNTIL=2999-01-01T00:00Z', 'NEW_STATE_UNTIL must'],
    ['policy', 'ADOPT_ROWS_UNTIL=2999-01-01T00:00Z', 'ADOPT_ROWS_UNTIL must'],
    ['webhooks', 'WEBHOOK_ALLOW_LOOPBACK=true', 'WEBHOOK_ALLOW_LOOPBACK is for'],
  ];
  return settings.flatMap(([service, setting, complaint]) => {
    const { Image: image, Config: config } = JSON.parse(docker('inspect', idOf(service)))[0];
    const given = [...config.Env.filter((each) => !each.startsWith(setting.split('=')[0])), setting];
    const variables = given.flatMap((each) => ['--env', each]);
    const mount = ['--volumes-from', `${idOf(service)}:ro`];
    const name = docker(
      'create',
      '--network',
      'none',
      '--read-only',
      '--user',
      config.User,
      ...mount,
      ...variables,
      image,
    );
    try {
      docker('start', name);
      const code = exitCodeOf(name);
      const said = logOf(name);
      return code === '1' && said.includes(complaint)
        ? []
        : [`${service} takes ${setting}: ${said.slice(-200)}`];
    } finally {
      docker('rm', '--force', name);
    }
  });
}

/** Within 20 seconds. Undefined: it keeps running. */
function exitCodeOf(container) {
  const wait = ['20', 'docker', 'wait', container];
  const { status, stdout } = spawnSync('timeout', wait, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** No log has a credential of the tests' users, of the application, or of the processes. */
export function logFaults() {
  const secrets = [
    'demo-application.json',
    'secrets/operator.key',
    'secrets/gateway-redis.url',
    'secrets/wallet-redis.url',
    'secrets/postgres-password',
    ...schemas.map((schema) => `secrets/${schema}-database.url`),
  ];
  const words = secrets.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8').trim();
    if (name.endsWith('.json')) return [JSON.parse(text).secret_key];
    return name.endsWith('.url') ? [new URL(text).password] : [text];
  });
  const kinds = {
    'a token': /eyJ[\w-]{10,}\.eyJ/,
    'a private key': /PRIVATE KEY/,
    'a header of a credential': /bearer [\w-]{20}|x-service-secret-key/i,
  };
  return [...running, ...stores].flatMap((service) => {
    const log = logOf(idOf(service));
    const found = Object.entries(kinds)
      .filter(([, kind]) => kind.test(log))
      .map(([name]) => name);
    return [
      ...found.map((name) => `the log of ${service} has ${name}`),
      ...(words.some((word) => word.length < 16)
        ? ['a secret of this test is too short to be looked for']
        : []),
      ...(words.some((word) => log.includes(word)) ? [`the log of ${service} has a secret`] : []),
    ];
  });
}
