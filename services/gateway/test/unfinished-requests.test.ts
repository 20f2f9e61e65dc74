import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import {
  gatewayUnderTest,
  honestAnswers,
  secretKey,
  type GatewayOptions,
  type GatewayUnderTest,
} from './gateway-under-test.js';

// Requests that callers begin and never finish: bodies that do not arrive, connections without a request.

const begun: Socket[] = [];
let gateway: GatewayUnderTest;
/** How many connections the gateway has seen, and where its open ones come from. */
let seen = 0;
const held = new Set<string>();
const underTest = async (options: GatewayOptions = {}) => {
  gateway = await gatewayUnderTest(options);
  gateway.app.server
    .on('connection', (socket: Socket) => {
      const from = `${socket.remoteAddress}:${socket.remotePort}`;
      seen += 1;
      held.add(from);
      socket.once('close', () => held.delete(from));
    })
    .on('drop', () => (seen += 1));
};
afterEach(() => {
  for (const socket of begun.splice(0)) socket.destroy();
});

/** Loopback has many addresses. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(gateway.origin).port), host: '127.0.0.1', localAddress });
  begun.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  return socket;
}

async function hangUp(sockets: readonly Socket[]): Promise<void> {
  const from = sockets.map(({ localAddress, localPort }) => `${localAddress}:${localPort}`);
  for (const socket of sockets) socket.destroy();
  await until('the gateway to notice', () => !from.some((each) => held.has(each)));
}

/** Announces a body and sends the beginning of it. Resolves to the answer within so many milliseconds. */
async function begin(
  bytes: number | 'chunked',
  headers: object,
  withinMs: number,
  localAddress = '127.0.0.1',
) {
  const socket = await open(localAddress);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const size = bytes === 'chunked' ? { 'transfer-encoding': bytes } : { 'content-length': bytes };
  const all = { host: 'x', 'content-type': 'application/json', ...size, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.write(
    `POST /v1/policy HTTP/1.1\r\n${lines.join('')}\r\n${bytes === 'chunked' ? '1\r\n{\r\n' : '{'}`,
  );
  for (let waited = 0; waited < withinMs && !answer.includes('\r\n\r\n'); waited += 20) await sleep(20);
  return { status: Number(answer.split(' ')[1] ?? 0), answer, socket };
}

const refused = async (of: string) =>
  Number(new RegExp(`share_refused_total{of="${of}"} (\\d+)`).exec(await gateway.registry.metrics())?.[1]);
const asServer = { 'x-service-secret-key': secretKey };
const small = () => gateway.send({ method: 'GET', url: '/v1/application', headers: asServer });
const largest = 131_072;
/** As many bodies of the largest size as one caller may have alone: 16 MiB. */
const most = 128;

describe('unfinished bodies', () => {
  it.each([
    ['of an application', largest, honestAnswers['AuthenticateSecretKey'], 'application'],
    ['without a length', 'chunked', honestAnswers['AuthenticateSecretKey'], 'application'],
    ['of an unknown caller', largest, () => new Promise<never>(() => undefined), 'address'],
  ] as const)(
    '%s may take up a bounded number of bytes. Beyond it a request gets a 429 at once',
    async (_, bytes, answer, of) => {
      await underTest({ answers: { AuthenticateSecretKey: answer as never } });
      const waiting = await Promise.all(Array.from({ length: most }, () => begin(bytes, asServer, 300)));
      expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([0]));
      expect(await refused(of)).toBe(0);
      const next = await begin(bytes, asServer, 2000);
      expect(next.answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1\r\n[^]*request.rate-limited/i);
      expect(await refused(of)).toBe(1);
      // A caller that hangs up frees its space.
      await hangUp(waiting.slice(0, 10).map(({ socket }) => socket));
      if (of === 'application') expect((await begin(bytes, asServer, 300)).status).toBe(0);
    },
  );

  it('from one address take nothing from another address, and nothing from small requests', async () => {
    const honest = honestAnswers['AuthenticateSecretKey'];
    await underTest({
      answers: {
        AuthenticateSecretKey: (request) =>
          (request as { secretKey: string }).secretKey === secretKey
            ? honest?.(request)
            : new Promise<never>(() => undefined),
      },
    });
    const loud = { 'x-service-secret-key': 'loud' };
    await Promise.all(Array.from({ length: most + 40 }, () => begin(largest, loud, 300, '127.0.0.2')));
    await until('40 refusals', async () => (await refused('address')) >= 40);
    expect((await begin(largest, asServer, 300)).status).toBe(0);
    expect((await small()).status).toBe(200);
    expect(await refused('address')).toBe(40);
  });
});

describe('connections', () => {
  const connections = { most: 30, alone: 20, share: 10 };
  const opened = async (count: number, address: string) => {
    const before = { seen, refused: await refused('connections') };
    const sockets = await Promise.all(Array.from({ length: count }, () => open(address)));
    await until('the gateway to see all', () => seen - before.seen >= count);
    const left = () => sockets.filter(({ readableEnded, destroyed }) => !readableEnded && !destroyed).length;
    await until(
      'the end of those that it refused',
      async () => left() <= count - ((await refused('connections')) - before.refused),
    );
    return left();
  };

  it('from one address are at most its share. Further ones are closed and counted', async () => {
    await underTest({ connections });
    expect(await opened(25, '127.0.0.2')).toBe(20);
    expect(await refused('connections')).toBe(5);
    expect((await small()).status).toBe(200);
    expect(await opened(5, '127.0.0.3')).toBe(5);
    // Next to other addresses it has only its share, and closed connections stay closed.
    await hangUp(begun.splice(0, 15));
    expect(await opened(15, '127.0.0.2')).toBeLessThanOrEqual(10);
  });

  it.each(['127.0.0.0/8', '127.0.0.2', '::ffff:127.0.0.0/104'])(
    'from the proxy %s have no share',
    async (proxy) => {
      await underTest({ connections, trustedProxies: [proxy] });
      expect(await opened(25, '127.0.0.2')).toBe(25);
    },
  );

  it('have a total bound, which applies to proxies, too', async () => {
    await underTest({ connections, trustedProxies: ['127.0.0.0/8'] });
    expect(await opened(29, '127.0.0.2')).toBe(29);
    expect(await opened(5, '127.0.0.3')).toBeLessThanOrEqual(1);
    expect(await refused('connections')).toBeGreaterThanOrEqual(4);
    await hangUp(begun.slice(0, 1));
    expect((await small()).status).toBe(200);
  });
});
