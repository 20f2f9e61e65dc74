import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { startSwitchableProxy } from '@wallet-service/test-kit/switchable-proxy';
import { until } from '@wallet-service/test-kit/until';
import { decodeReplyFrames, status } from '../src/index.js';
import { callOf, openCalls, unary } from './stock-calls.js';
import { pathOf, startCall, transports, World } from './world.js';

// Callers that do not read: what waits for them is bounded, and nobody else waits.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

/** Waits until a number has stopped growing. */
async function settled(what: string, count: () => number): Promise<number> {
  return until(what, async () => {
    const before = count();
    await sleep(500);
    return before > 0 && count() === before && before;
  });
}

const others = Array.from({ length: 50 }, (_, index) => Buffer.alloc(10_000, index));
const requests = 1_000;

it.each(transports)('over %s, a stock client that does not read its answers', async (transport) => {
  const listen = await world.address(transport);
  let answered = 0;
  const answer = Buffer.alloc(64 * 1024);
  await world.ours(listen, ({ request }) => {
    if (request.length === 10_000) return Promise.resolve(request);
    answered++;
    return Promise.resolve(answer);
  });
  const stream = openCalls(world.theirClient(listen));
  stream.on('error', () => undefined);
  const read: number[] = [];
  const readOne = (message: Buffer): void => {
    read.push(...decodeReplyFrames(message).frames.map(({ id }) => id));
  };
  // It takes in all that comes before it has been read from for the first time.
  stream.once('data', (message: Buffer) => {
    readOne(message);
    stream.pause();
  });
  const send = async (): Promise<void> => {
    for (let id = 1; id <= requests; id++)
      if (!stream.write(callOf(id, Buffer.alloc(1_000)))) await once(stream, 'drain');
    stream.end();
  };
  const sent = send();
  // 1 MiB may wait, the windows of the connection besides, and what came in one piece with the last request.
  expect(await settled('the server has stopped reading', () => answered)).toBeLessThan(400);

  // Of the same caller, so they have the same account.
  const client = world.theirClient(listen);
  for (const other of others)
    expect(other.equals((await unary(client, pathOf('Echo'), other)) ?? Buffer.alloc(0))).toBe(true);
  expect(answered).toBeLessThan(400);

  stream.on('data', readOne);
  stream.resume();
  const ended = once(stream, 'status');
  await sent;
  expect(await ended).toMatchObject([{ code: status.OK }]);
  expect(read.toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: requests }, (_, at) => at + 1),
  );
});

const messages = 400;

it('our client that reads slowly from a stock server', async () => {
  const listen = await world.address('tcp');
  let written = 0;
  const count = async (call: ServerWritableStream<Buffer, Buffer>): Promise<void> => {
    while (written < messages)
      if (!call.write(Buffer.alloc(64 * 1024, ++written % 256))) await once(call, 'drain');
    call.end();
  };
  await world.theirs(listen, {
    Count: (call: ServerWritableStream<Buffer, Buffer>) => void count(call),
    Echo: (call: { request: Buffer }, answered: (error: null, response: Buffer) => void) => {
      answered(null, call.request);
    },
  });
  const proxy = await startSwitchableProxy(Number(listen.split(':')[1]));
  world.later(() => proxy.close());
  const slow = await world.connection(`127.0.0.1:${proxy.port}`);
  proxy.hold();
  const { messages: read, end } = startCall(slow, 'Count', Buffer.alloc(0));
  for (let step = 0; step < 5; step++) {
    proxy.release();
    const before = read.length;
    await until('more messages', () => read.length > before);
    proxy.hold();
  }
  // Its windows and the buffers of both sockets.
  expect(await settled('the server has stopped writing', () => written)).toBeLessThan(read.length + 200);

  const quick = await world.connection(listen);
  for (const other of others) {
    const call = startCall(quick, 'Echo', other);
    expect(await call.end).toMatchObject({ status: status.OK });
    expect(call.messages[0]?.equals(other)).toBe(true);
  }
  proxy.release();
  expect(await end).toMatchObject({ status: status.OK });
  expect(read.map((message) => [message.length, message[0]])).toEqual(
    Array.from({ length: messages }, (_, index) => [64 * 1024, (index + 1) % 256]),
  );
});
