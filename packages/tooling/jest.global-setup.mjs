// What tests may count on: real servers, gone at the end even if the run is killed, and the vectors where
// they are at hand.
import { build } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default async function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wallet-service-test-'));
  const stops = [() => rmSync(folder, { recursive: true, force: true })];
  globalThis.stopTestServers = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  const vectors = path.resolve(root, '../shared/vectors');
  if (!process.env.VECTORS_DIR && existsSync(vectors)) process.env.VECTORS_DIR = vectors;
  if (!process.env.TEST_REDIS_URL) stops.push(await startRedis(folder));
  if (!process.env.TEST_DATABASE_URL) stops.push(await offerPostgres(folder));
}

// Not started before a test asks for it by connecting to TEST_SERVERS_SOCKET: most runs of single tests need
// no database.
async function offerPostgres(folder) {
  let starting;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    starting ??= startPostgres(path.join(folder, 'postgres'));
    starting.then(
      ({ url }) => socket.end(url),
      (error) => socket.end(`${error.message}`),
    );
  });
  process.env.TEST_SERVERS_SOCKET = path.join(folder, 'servers.sock');
  server.listen(process.env.TEST_SERVERS_SOCKET);
  await once(server, 'listening');
  server.unref();
  return async () => {
    server.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

async function startPostgres(dataDir) {
  const outdir = path.join(root, 'packages/local-stack/dist');
  await build({
    absWorkingDir: root,
    entryPoints: ['postgres/embedded-postgres', 'postgres-keeper'].map(
      (name) => `packages/local-stack/src/${name}.ts`,
    ),
    entryNames: '[name]',
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const { startEmbeddedPostgres } = await import(
    pathToFileURL(path.join(outdir, 'embedded-postgres.js')).href
  );
  // What is lost with the machine may be lost here.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
}

// The shell ends Redis when its own standard input ends, and so when this process is gone.
async function startRedis(folder) {
  if (spawnSync('redis-server', ['--version']).status !== 0) return () => undefined;
  const port = await freePort();
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const shell = spawn('sh', ['-c', 'redis-server "$@" & cat >/dev/null; kill $!; wait', 'sh', ...options], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  shell.unref();
  while (!(await accepts(port))) await sleep(10);
  process.env.TEST_REDIS_URL = `redis://127.0.0.1:${port}`;
  return async () => {
    shell.ref();
    shell.stdin.end();
    await once(shell, 'exit');
  };
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function accepts(port) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
