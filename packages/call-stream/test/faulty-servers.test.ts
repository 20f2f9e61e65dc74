import type { ServerHttp2Stream } from 'node:http2';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import { until } from '@wallet-service/test-kit/until';
import { checkHealth } from '../src/check-health.js';
import { connectTo } from '../src/connection.js';
import { decodeCallFrames, encodeReplyFrames, status } from '../src/index.js';
import { framed, head, serverIn } from './broken-server.js';
import { startCall, World } from './world.js';

// Our client, and servers that are broken, silent, hostile, or not ours.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

const call = { timeoutMs: 60_000, traceId: '' };
const serve = serverIn(world);

/** Answers with trailers, behind the given bytes. */
function answerWith(stream: ServerHttp2Stream, bytes: Buffer, trailers: Record<string, string>): void {
  stream.respond(head, { waitForTrailers: true });
  stream.on('wantTrailers', () => {
    stream.sendTrailers(trailers);
  });
  stream.end(bytes);
}

async function endOf(answer: (stream: ServerHttp2Stream) => void) {
  const { listen } = await serve(answer);
  return startCall(await world.connection(listen), 'Echo', Buffer.alloc(0), { maxMessageBytes: 1_000 }).end;
}

describe('an answer that is not what gRPC promises fails the call', () => {
  it.each<[string, number, (stream: ServerHttp2Stream) => void]>([
    [
      'the page of a proxy',
      status.UNAVAILABLE,
      (stream) => {
        stream.respond({ ':status': 502, 'content-type': 'text/html' });
        stream.end('<html>');
      },
    ],
    [
      'a page with status 200',
      status.UNKNOWN,
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'text/html' });
        stream.end('<html>');
      },
    ],
    [
      'a compressed message',
      status.INTERNAL,
      (stream) => {
        answerWith(stream, framed(Buffer.from('x'), 1), { 'grpc-status': '0' });
      },
    ],
    [
      'a message beyond the limit',
      status.RESOURCE_EXHAUSTED,
      (stream) => {
        answerWith(stream, framed(Buffer.alloc(1_001)), { 'grpc-status': '0' });
      },
    ],
    [
      'half a message',
      status.INTERNAL,
      (stream) => {
        answerWith(stream, framed(Buffer.alloc(10)).subarray(0, -1), { 'grpc-status': '0' });
      },
    ],
    [
      'no status',
      status.INTERNAL,
      (stream) => {
        answerWith(stream, framed(Buffer.alloc(10)), {});
      },
    ],
    [
      'a reset',
      status.INTERNAL,
      (stream) => {
        stream.close(2);
      },
    ],
    [
      'the end of the connection',
      status.UNAVAILABLE,
      (stream) => {
        stream.session?.destroy();
      },
    ],
    [
      'headers of more than 16 KiB',
      status.RESOURCE_EXHAUSTED,
      (stream) => {
        stream.respond({ ...head, 'x-long': 'x'.repeat(20_000), 'grpc-status': '0' }, { endStream: true });
      },
    ],
  ])('%s', async (_what, code, answer) => {
    expect((await endOf(answer)).status).toBe(code);
  });
});

it('health counts only with the final status OK', async () => {
  for (const [code, healthy] of [
    ['0', true],
    ['13', undefined],
  ] as const) {
    const { listen } = await serve((stream) => {
      answerWith(stream, framed(Buffer.from([8, 1])), { 'grpc-status': code });
    });
    const answer = await checkHealth(await world.connection(listen), 60_000).catch(() => undefined);
    expect(answer).toBe(healthy);
  }
});

describe('whatever the environment says, a server is refused', () => {
  beforeEach(() => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    world.later(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
  });

  const refused = async (listen: string): Promise<unknown> =>
    connectTo(world.peer(listen), AbortSignal.timeout(60_000)).then(
      (connection) => {
        connection.destroy();
        return 'connected';
      },
      (error: unknown) => (error instanceof Error ? error.message : error),
    );

  it('with the certificate of another process', async () => {
    const { listen } = await serve(() => undefined, world.tls('policy'));
    expect(await refused(listen)).toContain('does not match');
  });

  it('with a certificate of another authority', async () => {
    const others = await makeLocalCertificates(`${world.folder}/others`, new Date());
    const { listen } = await serve(() => undefined, readCertificate(others.wallet));
    expect(await refused(listen)).toMatch(/self-signed|unable to verify|unable to get/);
  });

  it('that does not speak HTTP/2', async () => {
    const listen = world.socket();
    const server = createTlsServer({ ...world.tls('wallet'), ALPNProtocols: ['http/1.1'] });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(listen.slice('unix:'.length), resolve));
    world.later(() => server.close());
    expect(await refused(listen)).toMatch(/HTTP\/2|alert/);
  });

  it('and a caller without a good certificate is refused by ours', async () => {
    const listen = world.socket();
    await world.ours(listen);
    const others = await makeLocalCertificates(`${world.folder}/others`, new Date());
    const { cert, key } = readCertificate(others.gateway);
    const { ca } = world.tls('gateway');
    const peer = { ...world.peer(listen), secure: createSecureContext({ ca, cert, key }) };
    const refusal = connectTo(peer, AbortSignal.timeout(60_000)).then((connection) =>
      checkHealth(connection, 60_000).finally(() => {
        connection.destroy();
      }),
    );
    await expect(refusal).rejects.toThrow();
  });
});

it('a renewal that fails is tried again, while the old stream serves', async () => {
  // The first stream is renewed after 3 s. The second and third attempts are refused.
  const echo = (stream: ServerHttp2Stream): void => {
    stream.respond(head, { waitForTrailers: true });
    stream.on('wantTrailers', () => {
      stream.sendTrailers({ 'grpc-status': '0' });
    });
    stream.on('data', (message: Buffer) => {
      const frames = decodeCallFrames(message.subarray(5)).map(({ id, request }) => ({
        id,
        response: Buffer.from(request),
        error: Buffer.alloc(0),
      }));
      stream.write(framed(encodeReplyFrames({ frames, draining: false })));
    });
    stream.on('end', () => stream.end());
  };
  let opened = 0;
  const { listen } = await serve((stream, count) => {
    opened = count;
    if (count === 2 || count === 3) stream.respond({ ':status': 503 }, { endStream: true });
    else echo(stream);
  });
  const client = world.client(listen);
  expect(await client.call('Echo', Buffer.from('first'), call)).toEqual(Buffer.from('first'));
  await until('the third attempt has failed', () => opened >= 3);
  expect(await client.call('Echo', Buffer.from('between'), call)).toEqual(Buffer.from('between'));
  await until('the fourth attempt', () => opened >= 4);
  expect(await client.call('Echo', Buffer.from('after'), call)).toEqual(Buffer.from('after'));
});

it('a server that says goodbye and then nothing is left, with its socket', async () => {
  const { listen, sockets } = await serve((stream, count) => {
    stream.respond(head);
    if (count > 1) return;
    stream.session?.goaway();
    // The end of the stream is not answered.
  });
  world.client(listen);
  await until('the first connection is closed, and another is open', () => sockets.size >= 2);
  await until('one is left', () => sockets.size === 1);
});
