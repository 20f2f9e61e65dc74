import {
  Metadata,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status as theirStatus,
} from '@grpc/grpc-js';
import { until } from '@wallet-service/test-kit/until';
import { decodeCallFrames, encodeReplyFrames, status } from '../src/index.js';
import { binaryIn } from '../src/grpc-headers.js';
import { startCall, transports, World } from './world.js';

// Our client calls the stock server of gRPC.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

type Duplex = ServerDuplexStream<Buffer, Buffer>;
type Unary = ServerUnaryCall<Buffer, Buffer>;
type Answer = sendUnaryData<Buffer>;

/** Answers each frame of the call stream with its request. */
function echoCalls(stream: Duplex): void {
  stream.sendMetadata(new Metadata());
  stream.on('data', (message: Buffer) => {
    const frames = decodeCallFrames(message).map(({ id, request }) => ({
      id,
      response: request,
      error: Buffer.alloc(0),
    }));
    stream.write(encodeReplyFrames({ frames, draining: false }));
  });
  stream.on('end', () => {
    stream.end();
  });
}

it.each(transports)('over %s, a unary call of any size is answered', async (transport) => {
  const listen = await world.address(transport);
  await world.theirs(listen, {
    Echo: (call: Unary, answer: Answer) => {
      answer(null, call.request);
    },
  });
  const on = await world.connection(listen);
  for (const size of [0, 1, 16_384, 65_536, 3 << 20]) {
    const { messages, end } = startCall(on, 'Echo', Buffer.alloc(size, 7));
    expect((await end).status).toBe(status.OK);
    expect(messages.map((message) => message.length)).toEqual([size]);
  }
});

it.each(transports)(
  'over %s, an answer far larger than what a session of Node may hold by default arrives',
  async (transport) => {
    const listen = await world.address(transport);
    const answered = Buffer.alloc(15 << 20, 7);
    await world.theirs(listen, {
      Echo: (_call: Unary, answer: Answer) => {
        answer(null, answered);
      },
    });
    const on = await world.connection(listen);
    const calls = [1, 2, 3].map(() => startCall(on, 'Echo', Buffer.alloc(0)));
    for (const { end, messages } of calls) {
      expect((await end).status).toBe(status.OK);
      expect(messages[0]?.equals(answered)).toBe(true);
    }
  },
);

it.each(transports)('over %s, each status comes with its text and its binary trailers', async (transport) => {
  const listen = await world.address(transport);
  const bytes = Buffer.from([0, 1, 254, 255]);
  await world.theirs(listen, {
    Echo: (call: Unary, answer: Answer) => {
      const metadata = new Metadata();
      metadata.set('error-bin', bytes);
      const name = theirStatus[Number(call.request)] as keyof typeof theirStatus;
      answer({ code: theirStatus[name], details: 'naïve: 100 % – ok\n', metadata });
    },
  });
  const on = await world.connection(listen);
  for (const code of Object.values(status).slice(1)) {
    const { status: got, message, trailers } = await startCall(on, 'Echo', Buffer.from(String(code))).end;
    expect({ got, message }).toEqual({ got: code, message: 'naïve: 100 % – ok\n' });
    expect(bytes.equals(binaryIn(trailers, 'error-bin') ?? Buffer.alloc(0))).toBe(true);
  }
  expect((await startCall(on, 'Nothing', Buffer.alloc(0)).end).status).toBe(status.UNIMPLEMENTED);
});

it.each(transports)(
  'over %s, a stream of answers arrives in order, and its status last',
  async (transport) => {
    const listen = await world.address(transport);
    await world.theirs(listen, {
      Count: (call: ServerWritableStream<Buffer, Buffer>) => {
        for (let number = 0; number < 500; number++) call.write(Buffer.from(String(number)));
        call.end();
      },
    });
    const { messages, end } = startCall(await world.connection(listen), 'Count', Buffer.alloc(0));
    expect((await end).status).toBe(status.OK);
    expect(messages.map(String)).toEqual(Array.from({ length: 500 }, (_, number) => String(number)));
  },
);

it.each(transports)(
  'over %s, a deadline and a cancellation end the call on both sides',
  async (transport) => {
    const listen = await world.address(transport);
    let cancelled = 0;
    let arrived = 0;
    await world.theirs(listen, {
      Echo: (call: Unary) => {
        arrived++;
        call.on('cancelled', () => cancelled++);
      },
    });
    const on = await world.connection(listen);
    expect((await startCall(on, 'Echo', Buffer.alloc(0), { timeoutMs: 300 }).end).status).toBe(
      status.DEADLINE_EXCEEDED,
    );
    await until('the server knows of the deadline', () => cancelled === arrived);
    const { call, end } = startCall(on, 'Echo', Buffer.alloc(0));
    await until('the call arrives', () => arrived > cancelled);
    call.cancel();
    expect((await end).status).toBe(status.CANCELLED);
    await until('the server knows of the cancellation', () => cancelled === arrived);
  },
);

it.each(transports)('over %s, the call stream carries many calls at once', async (transport) => {
  const listen = await world.address(transport);
  await world.theirs(listen, { Calls: echoCalls });
  const client = world.client(listen);
  const requests = Array.from({ length: 500 }, (_, index) => Buffer.from(`request ${index}`));
  const answers = await Promise.all(
    requests.map((request) => client.call('Echo', request, { timeoutMs: 60_000, traceId: '' })),
  );
  expect(answers.map((answer) => Buffer.from(answer).toString())).toEqual(requests.map(String));
});

it.each(transports)(
  'over %s, a server that says goodbye while calls are under way answers all of them',
  async (transport) => {
    const listen = await world.address(transport);
    const held: (() => void)[] = [];
    const server = await world.theirs(listen, {
      Calls: (stream: Duplex) => {
        stream.sendMetadata(new Metadata());
        stream.on('data', (message: Buffer) => {
          for (const { id, request } of decodeCallFrames(message))
            held.push(() => {
              const frames = [{ id, response: request, error: Buffer.alloc(0) }];
              stream.write(encodeReplyFrames({ frames, draining: false }));
            });
        });
        stream.on('end', () => {
          stream.end();
        });
      },
    });
    const client = world.client(listen);
    const calls = Array.from({ length: 100 }, (_, index) =>
      client.call('Echo', Buffer.from([index]), { timeoutMs: 60_000, traceId: '' }),
    );
    await until('all calls arrive', () => held.length === 100);
    let isDown = false;
    server.tryShutdown(() => {
      isDown = true;
    });
    await until('the client knows', () => client.openStreams() === 0);
    for (const answer of held) answer();
    expect((await Promise.all(calls)).map(([first]) => first)).toEqual(calls.map((_, index) => index));
    await until('the server is down', () => isDown);
  },
);
