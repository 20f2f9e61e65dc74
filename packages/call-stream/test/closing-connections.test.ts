import type { ServerHttp2Stream } from 'node:http2';
import { until } from '@wallet-service/test-kit/until';
import { CallerAccount } from '../src/caller-account.js';
import { openCallerSession, type CallerSession } from '../src/caller-session.js';
import { openFrontDoor } from '../src/front-door.js';
import { status } from '../src/index.js';
import { startCall, World } from './world.js';

// Connections that are closing, with a call that is slow. The clock of the server is the test's.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

/** One connection with one call in flight. */
async function callInFlight() {
  const listen = world.socket();
  const streams: ServerHttp2Stream[] = [];
  const sessions: CallerSession[] = [];
  const ended: CallerSession[] = [];
  const door = await openFrontDoor({
    listen,
    tls: world.tls('wallet'),
    onTurnedAway: () => undefined,
    onConnection: (socket, names) => {
      const account = new CallerAccount(names, 'frequent', 1 << 20);
      const onStream = (_session: CallerSession, stream: ServerHttp2Stream): void => {
        streams.push(stream);
      };
      const onClosed = (session: CallerSession): void => {
        ended.push(session);
      };
      sessions.push(
        openCallerSession({
          place: 'elsewhere',
          socket,
          account,
          onStream,
          onCut: () => undefined,
          onClosed,
        }),
      );
    },
  });
  world.later(() => {
    for (const session of sessions) session.destroy();
    door.close();
  });
  const connection = await world.connection(listen);
  const { end } = startCall(connection, 'Echo', Buffer.alloc(0));
  const [stream] = await until('the call arrives', () => (streams[0] ? streams : undefined));
  const [session] = sessions;
  if (!stream || !session) throw new Error('no call');
  const answer = (): void => {
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' },
      { endStream: true },
    );
  };
  return { connection, session, stream, end, answer, isEnded: () => ended.length > 0 };
}

describe('a call in flight outlives the next ping', () => {
  it('when the server drains', async () => {
    const { session, end, answer } = await callInFlight();
    session.leave();
    session.look(performance.now() + 31_000);
    answer();
    expect((await end).status).toBe(status.OK);
  });

  it('when the connection has grown old', async () => {
    const { session, end, answer } = await callInFlight();
    session.look(performance.now() + 140_000);
    session.look(performance.now() + 175_000);
    answer();
    expect((await end).status).toBe(status.OK);
  });

  it('of a client that was told to go', async () => {
    const { connection, session, end, answer } = await callInFlight();
    session.leave();
    await until('the client has heard it', () => connection.session.closed);
    connection.ping(1_000);
    answer();
    expect((await end).status).toBe(status.OK);
  });
});

it('a caller that says goodbye and keeps its stream is left after a minute', async () => {
  const { connection, session, stream, end, isEnded } = await callInFlight();
  connection.session.goaway();
  await until('the server has heard it', () => stream.session?.closed);
  const now = performance.now();
  session.look(now);
  session.look(now + 59_000);
  expect(stream.destroyed).toBe(false);
  session.look(now + 61_000);
  await until('the connection has ended', isEnded);
  expect((await end).status).toBe(status.UNAVAILABLE);
});
