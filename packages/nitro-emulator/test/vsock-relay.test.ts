import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compile, whyNotHere } from './compiled.js';

const reason = whyNotHere(false);
if (reason !== undefined) console.warn(`vsock-relay is not tested here: ${reason}`);
const here = reason === undefined ? describe : describe.skip;

/** Most machines have no vsock. The relay is the same program with TCP at both ends. */
here('vsock-relay', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vsock-relay-'));
  const program = path.join(folder, 'vsock-relay');
  const children: ChildProcess[] = [];
  let server: Server;
  let inPort: number;

  const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;
  const start = (...args: string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] });
    children.push(child);
    return child;
  };
  async function listen(accept: (socket: Socket) => void): Promise<Server> {
    const listening = createServer({ allowHalfOpen: true }, accept).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }
  async function freePort(): Promise<number> {
    const listening = await listen(() => undefined);
    const port = portOf(listening);
    listening.close();
    return port;
  }

  beforeAll(async () => {
    compile('deploy/nitro/image/vsock-relay.c', program);
    server = await listen((socket) => socket.pipe(socket));
    inPort = await freePort();
    start(`tcp:${inPort}`, `tcp:${portOf(server)}`);
    await sleep(300);
  });
  afterAll(() => {
    for (const child of children) child.kill();
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function echo(bytes: Buffer): Promise<Buffer> {
    const socket = connect({ port: inPort, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.end(bytes);
    await once(socket, 'end');
    return Buffer.concat(chunks);
  }

  it('carries bytes both ways, and passes on the end of one direction', async () => {
    const bytes = randomBytes(3_000_000);
    expect((await echo(bytes)).equals(bytes)).toBe(true);
  });

  it('carries many connections at once', async () => {
    const sent = Array.from({ length: 100 }, () => randomBytes(20_000));
    const received = await Promise.all(sent.map(echo));
    expect(received.every((bytes, index) => bytes.equals(sent[index] ?? Buffer.alloc(0)))).toBe(true);
  });

  it('hangs up when nobody listens behind it, and continues', async () => {
    const port = await freePort();
    const relay = start(`tcp:${port}`, `tcp:${await freePort()}`);
    await sleep(200);
    for (let time = 0; time < 2; time += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'close');
    }
    expect(relay.exitCode).toBeNull();
  });

  it('drops lines while nobody reads them, and passes them on once somebody does', async () => {
    const port = await freePort();
    const relay = start('stdin', `tcp:${port}`);
    relay.stdin?.write('lost\n');
    await sleep(300);
    const received: string[] = [];
    const host = createServer((socket) => socket.on('data', (chunk) => received.push(String(chunk))));
    host.listen(port, '127.0.0.1');
    await once(host, 'listening');
    relay.stdin?.write('kept\n');
    await sleep(300);
    relay.stdin?.end();
    await once(relay, 'exit');
    host.close();
    expect(received.join('')).toBe('kept\n');
  });

  it.each([['udp:1'], ['tcp:'], ['vsock:9']])('refuses the address %s', (address) => {
    const { status, stderr } = spawnSync(program, [address, 'tcp:1'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('an address is');
  });
});
