import type { ServerHttp2Stream } from 'node:http2';
import { until } from '@wallet-service/test-kit/until';
import { CallStream } from '../src/call-stream.js';
import { createCallClient, encodeReplyFrames, decodeCallFrames } from '../src/index.js';
import { framed, head, serverIn } from './broken-server.js';
import { pathOf, service, startCall, World } from './world.js';

// Our call stream, and servers that break it.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

const serve = serverIn(world);
const call = { timeoutMs: 60_000, traceId: '' };
const empty = framed(encodeReplyFrames({ frames: [], draining: false }));

it('replies that cannot be decoded fail the calls, and not the process', async () => {
  const { listen } = await serve((stream) => {
    stream.respond(head);
    stream.write(empty);
    stream.on('data', () => {
      stream.write(Buffer.from([0, 0, 0, 0, 2, 0x0a, 0x7f]));
    });
  });
  const client = world.client(listen);
  await expect(client.call('Echo', Buffer.alloc(0), call)).rejects.toMatchObject({
    failure: 'connection-lost',
    message: expect.stringContaining('the answer cannot be read') as string,
  });
});

it('a server whose name cannot be read keeps no connection', async () => {
  const { listen, sockets } = await serve((stream) => {
    stream.respond(head);
    stream.write(empty);
    stream.on('data', (message: Buffer) => {
      const frames = decodeCallFrames(message.subarray(5)).map(({ id }) => ({
        id,
        response: Buffer.from('no name'),
        error: Buffer.alloc(0),
      }));
      stream.write(framed(encodeReplyFrames({ frames, draining: false })));
    });
  });
  let reads = 0;
  const client = createCallClient({
    service,
    targets: [listen],
    tls: world.tls('gateway'),
    serverName: 'wallet',
    identify: {
      method: 'Identify',
      request: Buffer.alloc(0),
      read: () => {
        reads++;
        throw new Error('no name');
      },
    },
  });
  world.later(() => {
    client.close();
  });
  await until('the name was read three times', () => reads >= 3);
  client.close();
  await until('no connection is left', () => sockets.size === 0);
});

it('a client that is closed while it asks for a name keeps no connection', async () => {
  let asked = false;
  const { listen, sockets } = await serve((stream) => {
    stream.respond(head);
    stream.write(empty);
    stream.on('data', () => {
      asked = true;
    });
  });
  const client = createCallClient({
    service,
    targets: [listen],
    tls: world.tls('gateway'),
    serverName: 'wallet',
    identify: { method: 'Identify', request: Buffer.alloc(0), read: String },
  });
  await until('the name is asked for', () => asked);
  client.close();
  await until('no connection is left', () => sockets.size === 0, 3_000);
});

it('a stream that is leaving sends no call', async () => {
  const { listen } = await serve((stream) => {
    stream.respond(head);
    stream.write(empty);
  });
  const connection = await world.connection(listen);
  const stream = await new Promise<CallStream>((resolve) => {
    new CallStream(connection, {
      path: pathOf('Calls'),
      maxResponseBytes: 1_000,
      onChange: (changed) => {
        if (changed.state === 'open') resolve(changed);
      },
    });
  });
  stream.retire();
  await expect(stream.call('Echo', Buffer.alloc(0), 60_000, call)).rejects.toMatchObject({
    failure: 'no-connection',
  });
});

it.each<[string, (stream: ServerHttp2Stream) => void]>([
  ['ends each stream', (stream) => stream.session?.destroy()],
  ['leaves each stream', (stream) => stream.session?.goaway()],
])('a server that %s at once is asked ever more slowly', async (_what, leave) => {
  const openedAt: number[] = [];
  const { listen } = await serve((stream) => {
    openedAt.push(performance.now());
    stream.respond(head);
    stream.write(empty, () => setTimeout(leave, 20, stream));
  });
  world.client(listen);
  await until('the seventh stream', () => openedAt.length >= 7);
  // The shortest waits are half of 50, 100, 200, 400, 800 and 1,600 ms.
  expect((openedAt[6] ?? 0) - (openedAt[0] ?? 0)).toBeGreaterThan(1_500);
});

it('unary calls whose requests end later count when they begin', async () => {
  const listen = world.socket();
  const held: (() => void)[] = [];
  await world.ours(
    listen,
    () =>
      new Promise((resolve) => {
        held.push(() => {
          resolve(Buffer.alloc(0));
        });
      }),
    { occasional: ['gateway'] },
  );
  const connections = [await world.connection(listen), await world.connection(listen)];
  const calls = connections.flatMap((connection) =>
    Array.from({ length: 40 }, () => startCall(connection, 'Echo', undefined)),
  );
  for (const { call: open } of calls) {
    open.write(framed(Buffer.from('request')));
    open.end();
  }
  let refused = 0;
  for (const { end } of calls)
    void end.then(({ trailers }) => {
      if (trailers['error-bin'] === Buffer.from('too-many-calls').toString('base64')) refused++;
    });
  await until('every call runs or is refused', () => held.length + refused === 80);
  expect(held.length).toBe(64);
  for (const answer of held) answer();
});
