import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { checkHealth } from '../src/check-health.js';
import { connectTo } from '../src/connection.js';
import { binaryIn } from '../src/grpc-headers.js';
import { decodeCallFrames, encodeReplyFrames, status, type Call } from '../src/index.js';
import { pathOf, startCall, Told, transports, World, type Transport } from './world.js';

// A stock proxy between callers and servers. docs/production.md has its settings. TLS ends at the proxy, which has the
// gateway's certificate towards servers, and the server's towards callers.

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
if (!hasNginx) console.warn('nginx is not installed: calls through a proxy are not tested');

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

let proxies = 0;

/** Starts nginx in front of `upstream`, and returns what to connect to. Timeouts in seconds. */
async function proxyTo(upstream: string, transport: Transport, timeout = 180): Promise<string> {
  const folder = path.join(world.folder, `nginx-${++proxies}`);
  mkdirSync(folder);
  const listen = await world.address(transport);
  const [server, caller] = [world.files('wallet'), world.files('gateway')];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log error.log;
events {}
http {
  access_log off; ${temporary.join(' ')}
  server {
    listen ${listen} ssl http2;
    ssl_certificate ${server.cert}; ssl_certificate_key ${server.key};
    ssl_client_certificate ${server.ca}; ssl_verify_client on;
    client_max_body_size 0; client_body_timeout ${timeout}s;
    location / {
      grpc_pass grpcs://${upstream};
      grpc_ssl_certificate ${caller.cert}; grpc_ssl_certificate_key ${caller.key};
      grpc_ssl_trusted_certificate ${caller.ca}; grpc_ssl_verify on; grpc_ssl_name wallet;
      grpc_read_timeout ${timeout}s; grpc_send_timeout ${timeout}s;
    }
  }
}
`,
  );
  const nginx = spawnTethered('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    cwd: folder,
    output: 'ignore',
  });
  world.later(() => {
    nginx.kill('SIGKILL');
  });
  await untilItSucceeds(async () => {
    (await connectTo(world.peer(listen), AbortSignal.timeout(5_000))).destroy();
  });
  return listen;
}

const once = { timeoutMs: 60_000, traceId: '' };
const many = Array.from({ length: 300 }, (_, index) => `request ${index}`);

(hasNginx ? describe : describe.skip)('through nginx', () => {
  it.each(transports)('over %s, calls of our client reach our server, each once', async (transport) => {
    const listen = await world.address(transport);
    let received = 0;
    await world.ours(listen, ({ request }) => {
      received++;
      return Promise.resolve(request);
    });
    const client = world.client(await proxyTo(listen, transport));
    // None of them is made again, so a lost one would fail.
    const answers = await Promise.all(many.map((text) => client.call('Echo', Buffer.from(text), once)));
    expect(answers.map((answer) => Buffer.from(answer).toString())).toEqual(many);
    expect(received).toBe(many.length);
    expect(await client.serving(60_000)).toBe(true);
  });

  it.each(transports)(
    'over %s, unary calls of our client reach our server, with status, bytes, deadline and cancellation',
    async (transport) => {
      const listen = await world.address(transport);
      let last: Call | undefined;
      await world.ours(listen, (call) => {
        last = call;
        if (call.request.length === 0) return new Promise(() => undefined);
        return call.request.length === 1 ? Promise.reject(new Told('told')) : Promise.resolve(call.request);
      });
      const on = await world.connection(await proxyTo(listen, transport));
      expect(await checkHealth(on, 60_000)).toBe(true);
      const large = startCall(on, 'Echo', Buffer.alloc(1 << 20, 7));
      expect(await large.end).toMatchObject({ status: status.OK });
      expect(large.messages).toHaveLength(1);
      const failed = await startCall(on, 'Echo', Buffer.alloc(1)).end;
      expect(failed).toMatchObject({
        status: status.FAILED_PRECONDITION,
        message: 'see the trailer error-bin',
      });
      expect(binaryIn(failed.trailers, 'error-bin')?.toString()).toBe('told');
      expect(await startCall(on, 'Echo', Buffer.alloc(0), { timeoutMs: 300 }).end).toMatchObject({
        status: status.DEADLINE_EXCEEDED,
      });
      last = undefined;
      const given = startCall(on, 'Echo', Buffer.alloc(0));
      const arrived = await until('the call arrives', () => last);
      given.call.cancel();
      expect(await given.end).toMatchObject({ status: status.CANCELLED });
      await until('the server knows that nobody waits', () => arrived.signal.aborted);
    },
  );

  it.each(transports)('over %s, calls of our client reach a server of grpc-js', async (transport) => {
    const listen = await world.address(transport);
    let received = 0;
    await world.theirs(listen, {
      Calls: (stream: ServerDuplexStream<Buffer, Buffer>) => {
        // As our server does. nginx holds the head back until a message follows.
        stream.write(encodeReplyFrames({ frames: [], draining: false }));
        stream.on('data', (message: Buffer) => {
          const calls = decodeCallFrames(message);
          received += calls.length;
          const frames = calls.map(({ id, request }) => ({ id, response: request, error: Buffer.alloc(0) }));
          stream.write(encodeReplyFrames({ frames, draining: false }));
        });
        stream.on('end', () => {
          stream.end();
        });
      },
    });
    const client = world.client(await proxyTo(listen, transport));
    const answers = await Promise.all(many.map((text) => client.call('Echo', Buffer.from(text), once)));
    expect(answers.map((answer) => Buffer.from(answer).toString())).toEqual(many);
    expect(received).toBe(many.length);
  });

  it.each(transports)('over %s, calls of a client of grpc-js reach our server', async (transport) => {
    const listen = await world.address(transport);
    await world.ours(listen);
    const client = world.theirClient(await proxyTo(listen, transport));
    const asIs = (bytes: Buffer): Buffer => bytes;
    const answers = await Promise.all(
      many.map(
        (text) =>
          new Promise((resolve) => {
            const options = { deadline: Date.now() + 60_000 };
            client.makeUnaryRequest(
              pathOf('Echo'),
              asIs,
              asIs,
              Buffer.from(text),
              options,
              (error, response) => {
                resolve(error ?? response?.toString());
              },
            );
          }),
      ),
    );
    expect(answers).toEqual(many);
  });

  it.each(transports)(
    'over %s, a server that is not there fails the call, and the stream comes back with it',
    async (transport) => {
      const listen = await world.address(transport);
      const proxy = await proxyTo(listen, transport);
      const on = await world.connection(proxy);
      expect(await startCall(on, 'Echo', Buffer.alloc(0)).end).toMatchObject({ status: status.UNAVAILABLE });
      const early = world.client(proxy).call('Echo', Buffer.from('early'), once);
      await world.ours(listen);
      expect(Buffer.from(await early).toString()).toBe('early');
    },
  );

  it.each(transports)(
    'over %s, a quiet stream that the proxy ends is opened again, and no call is lost',
    async (transport) => {
      const listen = await world.address(transport);
      await world.ours(listen);
      const client = world.client(await proxyTo(listen, transport, 3));
      expect(await client.call('Echo', Buffer.from('one'), once)).toHaveLength(3);
      await until('the proxy has ended the stream', () => client.openStreams() === 0);
      expect(await client.call('Echo', Buffer.from('three'), once)).toHaveLength(5);
    },
  );
});
