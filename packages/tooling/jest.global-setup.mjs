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
import { bundleForNode } from './bundle-for-node.mjs';

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
  const servers = path.join(folder, 'servers.sock');
  if (!process.env.TEST_DATABASE_URL) {
    process.env.TEST_SERVERS_SOCKET = servers;
    stops.push((await offer(servers, () => startPostgres(folder))).stop);
  }
  process.env.TEST_STACK_SOCKET = path.join(folder, 'stack.sock');
  const stack = await offer(process.env.TEST_STACK_SOCKET, () => startStack(folder));
  process.env.TEST_BROWSER_SOCKET = path.join(folder, 'browser.sock');
  const browser = await offer(process.env.TEST_BROWSER_SOCKET, () => startBrowser(folder));
  globalThis.stopTestStack = async () => {
    await browser.stop();
    await stack.stop();
  };
  stops.push(globalThis.stopTestStack);
}

/**
 * What is not started before a test asks for it by connecting to the socket: most runs of single tests need
 * neither a database nor a stack. `start` resolves to what the test is told, and how to stop it.
 */
async function offer(socketPath, start) {
  let starting;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    starting ??= start();
    starting.then(
      ({ told }) => socket.end(told),
      (error) => socket.end(`${error.message}`),
    );
  });
  server.listen(socketPath);
  await once(server, 'listening');
  server.unref();
  let stopping;
  const stop = async () => {
    server.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
  return { stop: () => (stopping ??= stop()) };
}

async function startPostgres(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/local-stack/src/postgres-keeper.ts'],
    outdir: 'packages/local-stack/dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const source = 'packages/local-stack/src/postgres/embedded-postgres.ts';
  const { startEmbeddedPostgres } = await bundled(source, folder);
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: () => undefined,
    settings: {
      // What is lost with the machine may be lost here.
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      // Many suites and stacks use it at once.
      max_connections: '500',
    },
  });
  return { told: url, stop };
}

/** One that many suites use at once, each with an application of its own. */
async function startStack(folder) {
  const { ownStack } = await bundled('packages/e2e/test/stacks.ts', folder);
  const { processes, demoProvider, progress, stop, ...told } = await ownStack({
    CONSOLE: 'true',
    // Each person in a browser says that they have an address of their own.
    TRUST_PROXY: '127.0.0.1,::1',
    GATEWAY_REPLICAS: '2',
    POLICY_REPLICAS: '2',
    SIGNER_REPLICAS: '2',
    WEBHOOK_POLL_MS: '250',
  });
  return { told: JSON.stringify(told), stop };
}

/** One Chromium, in which each person of a suite has a context of their own. */
async function startBrowser(folder) {
  const { openBrowserServer } = await bundled('packages/test-kit/src/browser.ts', folder);
  const server = await openBrowserServer();
  return { told: server.wsEndpoint(), stop: () => server.close() };
}

async function bundled(source, folder) {
  await bundleForNode([source], folder);
  return import(pathToFileURL(path.join(folder, source.replace(/\.ts$/, '.js'))).href);
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
