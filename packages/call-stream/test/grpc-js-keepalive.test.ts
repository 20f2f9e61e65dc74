import type { sendUnaryData, ServerDuplexStream, ServerUnaryCall } from '@grpc/grpc-js';
import { until } from '@wallet-service/test-kit/until';
import { decodeCallFrames, encodeReplyFrames, status } from '../src/index.js';
import { serveByHand } from './server-by-hand.js';
import { unary } from './stock-calls.js';
import { pathOf, startCall, transports, World } from './world.js';

// Signs of life between our connections and the stock ones of gRPC.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

const pings = 40;
const often = { 'grpc.keepalive_time_ms': 10, 'grpc.keepalive_timeout_ms': 10_000 };

describe.each(['frequent', 'occasional'] as const)('our server, to a caller of the kind %s', (kind) => {
  it.each(transports)('over %s, answers every ping, and cuts nobody for them', async (transport) => {
    const listen = await world.address(transport);
    let answer: () => void = () => undefined;
    const dispatch = ({ request }: { readonly request: Uint8Array }): Promise<Uint8Array> =>
      new Promise((resolve) => {
        answer = () => {
          resolve(request);
        };
        if (request.length > 0) answer();
      });
    const { connections, cuts, sessions } = await serveByHand(world, listen, dispatch, kind);
    const client = world.theirClient(listen, 'gateway', {
      ...often,
      'grpc.keepalive_permit_without_calls': 1,
    });
    let received = 0;
    const call = unary(client, pathOf('Echo'), Buffer.alloc(0));
    const [connection] = await until('the call arrives', () => connections.size === 1 && connections);
    connection?.on('ping', () => received++);
    await until('pings during a call', () => received >= pings);
    answer();
    expect(await call).toHaveLength(0);
    const before = received;
    await until('pings without a call', () => received >= before + pings);
    // A sign that was missing would have ended the connection.
    expect(String(await unary(client, pathOf('Echo'), Buffer.from('next')))).toBe('next');
    for (const session of sessions) session.look(performance.now());
    expect([connections.size, sessions.size, cuts]).toEqual([1, 1, []]);
  });
});

type Unary = ServerUnaryCall<Buffer, Buffer>;
type Duplex = ServerDuplexStream<Buffer, Buffer>;

/** A call on a connection of ours to a stock server, which answers it when it is told to. */
async function heldCall(listen: string, options = {}) {
  const held: (() => void)[] = [];
  await world.theirs(
    listen,
    {
      Echo: (call: Unary, answer: sendUnaryData<Buffer>) =>
        held.push(() => {
          answer(null, call.request);
        }),
    },
    options,
  );
  const on = await world.connection(listen);
  const { end } = startCall(on, 'Echo', Buffer.from('slow'));
  const [answer] = await until('the call arrives', () => held.length === 1 && held);
  return { on, end, answer: answer ?? (() => undefined) };
}

it.each(transports)(
  'over %s, a stock server answers our pings, and cuts nobody for them',
  async (transport) => {
    const { on, end, answer } = await heldCall(await world.address(transport));
    for (let ping = 0; ping < pings; ping++)
      await new Promise<void>((resolve) => {
        on.ping(10_000, resolve);
      });
    answer();
    expect(await end).toMatchObject({ status: status.OK });
    expect(on.session.destroyed).toBe(false);
  },
);

it.each(transports)('over %s, our client answers the pings of a stock server', async (transport) => {
  const { on, end, answer } = await heldCall(await world.address(transport), often);
  let received = 0;
  on.session.on('ping', () => received++);
  await until('pings during a call', () => received >= pings);
  answer();
  expect(await end).toMatchObject({ status: status.OK });
  const before = received;
  await until('pings without a call', () => received >= before + pings);
  expect(on.session.destroyed).toBe(false);
});

it.each(transports)(
  'over %s, no call is lost when connections to a stock server grow old',
  async (transport) => {
    const listen = await world.address(transport);
    const connections = new Set<string>();
    await world.theirs(
      listen,
      {
        Calls: (stream: Duplex) => {
          connections.add(`${connections.size}`);
          stream.write(encodeReplyFrames({ frames: [], draining: false }));
          stream.on('data', (message: Buffer) => {
            const answers = decodeCallFrames(message).map(({ id, request }) => ({
              ...{ id, response: request, error: Buffer.alloc(0) },
            }));
            setTimeout(() => {
              stream.write(encodeReplyFrames({ frames: answers, draining: false }));
            }, 20 * Math.random());
          });
          stream.on('end', () => {
            stream.end();
          });
        },
      },
      { 'grpc.max_connection_age_ms': 300, 'grpc.max_connection_age_grace_ms': 60_000 },
    );
    const client = world.client(listen);
    let made = 0;
    // None of them is made again, so a lost one would fail.
    const callOften = async (): Promise<void> => {
      while (connections.size < 5) {
        const request = Buffer.from(`call ${++made}`);
        const answer = await client.call('Echo', request, { timeoutMs: 60_000, traceId: '' });
        expect(Buffer.from(answer).toString()).toBe(request.toString());
      }
    };
    await Promise.all(Array.from({ length: 8 }, callOften));
  },
);
