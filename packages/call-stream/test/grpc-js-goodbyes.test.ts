import { setTimeout as sleep } from 'node:timers/promises';
import { Metadata, type Client } from '@grpc/grpc-js';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { decodeReplyFrames, status } from '../src/index.js';
import { serveByHand } from './server-by-hand.js';
import { callOf, openCalls, unary } from './stock-calls.js';
import { pathOf, transports, World } from './world.js';

// Our server says goodbye (GOAWAY) to the stock client of gRPC, which has calls and streams under way. None is lost.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

/** Answers after a moment, so that there are always calls under way. */
async function slowEcho({ request }: { readonly request: Uint8Array }): Promise<Uint8Array> {
  await sleep(1 + 20 * Math.random());
  return request;
}

/** Callers that make one call after the other. `stop` throws if one has failed. */
function callOften(client: Client) {
  const metadata = new Metadata({ waitForReady: true });
  let isOver = false;
  let made = 0;
  const callers = Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      while (!isOver) {
        const request = Buffer.from(`call ${++made} of ${caller}`);
        const answer = await unary(client, pathOf('Echo'), request, { metadata });
        expect(String(answer)).toBe(String(request));
      }
    }),
  );
  // Whoever stops them hears of a failure.
  callers.catch(() => undefined);
  return {
    more: async (count: number): Promise<void> => {
      const enough = made + count;
      await Promise.race([callers, until('more calls are made', () => made >= enough)]);
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await callers;
    },
  };
}

/** A call stream with 50 calls, which the server has received, and the answers so far. */
async function holdCalls(client: Client, held: readonly unknown[]) {
  const answers: number[] = [];
  let isToldToLeave = false;
  const stream = openCalls(client);
  stream.on('error', () => undefined);
  stream.on('data', (message: Buffer) => {
    const { frames, draining } = decodeReplyFrames(message);
    answers.push(...frames.map(({ response }) => response[0] ?? -1));
    isToldToLeave ||= draining;
  });
  const ended = new Promise((resolve) => stream.on('status', resolve));
  const calls = Array.from({ length: 50 }, (_, index) => index);
  for (const index of calls) stream.write(callOf(index + 1, Buffer.from([index])));
  await until('all calls arrive', () => held.length === calls.length);
  return { stream, calls, answers, ended, isToldToLeave: () => isToldToLeave };
}

/** Answers what it has received when it is told to. */
function heldEcho() {
  const held: (() => void)[] = [];
  const dispatch = ({ request }: { readonly request: Uint8Array }): Promise<Uint8Array> =>
    new Promise((resolve) => {
      held.push(() => {
        resolve(request);
      });
    });
  return { held, dispatch };
}

describe('a server that drains', () => {
  it.each(transports)('over %s, and one that takes its place, answer every call', async (transport) => {
    const listen = await world.address(transport);
    let server = await world.ours(listen, slowEcho);
    const calls = callOften(world.theirClient(listen));
    for (let turn = 0; turn < 5; turn++) {
      await calls.more(100);
      const gone = server.drain(60_000);
      server = await untilItSucceeds(() => world.ours(listen, slowEcho));
      await gone;
    }
    await calls.more(100);
    await calls.stop();
  });

  it.each(transports)(
    'over %s, answers the calls of a stream, and says that it leaves',
    async (transport) => {
      const listen = await world.address(transport);
      const { held, dispatch } = heldEcho();
      const server = await world.ours(listen, dispatch);
      const { stream, calls, answers, ended, isToldToLeave } = await holdCalls(
        world.theirClient(listen),
        held,
      );
      const drained = server.drain(60_000);
      await until('the client knows', isToldToLeave);
      for (const answer of held) answer();
      await until('every answer', () => answers.length === calls.length);
      expect(answers).toEqual(calls);
      stream.end();
      expect(await ended).toMatchObject({ code: status.OK });
      await drained;
    },
  );
});

describe('a connection that has grown old', () => {
  it.each(transports)(
    'over %s, is followed by another one, and every call is answered',
    async (transport) => {
      const listen = await world.address(transport);
      const { sessions, connections } = await serveByHand(world, listen, slowEcho);
      const calls = callOften(world.theirClient(listen));
      for (let age = 1; age <= 5; age++) {
        await calls.more(100);
        expect(connections.size).toBe(age);
        for (const session of sessions) session.look(performance.now() + 140_000);
      }
      await calls.more(100);
      await calls.stop();
      await until('only the last one is left', () => sessions.size === 1);
    },
  );

  it.each(transports)('over %s, carries its calls to their end', async (transport) => {
    const listen = await world.address(transport);
    const { held, dispatch } = heldEcho();
    const { sessions } = await serveByHand(world, listen, dispatch);
    const client = world.theirClient(listen);
    const { stream, calls, answers, ended, isToldToLeave } = await holdCalls(client, held);
    const alone = unary(client, pathOf('Echo'), Buffer.from([99]));
    await until('the other call arrives', () => held.length === calls.length + 1);
    for (const session of sessions) session.look(performance.now() + 140_000);
    await until('the client knows', isToldToLeave);
    for (const answer of held) answer();
    await until('every answer', () => answers.length === calls.length);
    expect(answers).toEqual(calls);
    expect(await alone).toEqual(Buffer.from([99]));
    stream.end();
    expect(await ended).toMatchObject({ code: status.OK });
    await until('the connection has ended', () => sessions.size === 0);
  });
});
