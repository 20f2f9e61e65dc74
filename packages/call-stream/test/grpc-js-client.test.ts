import { Metadata, type Client, type ServiceError } from '@grpc/grpc-js';
import { until } from '@wallet-service/test-kit/until';
import { decodeReplyFrames, healthPaths, status, type Call } from '../src/index.js';
import { asIs, callOf, openCalls, unary } from './stock-calls.js';
import { pathOf, Told, transports, World } from './world.js';

// The stock client of gRPC calls our server, in every form that the server offers.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

it.each(transports)('over %s, a unary call of any size is answered', async (transport) => {
  const listen = await world.address(transport);
  await world.ours(listen);
  const client = world.theirClient(listen);
  for (const size of [0, 1, 16_383, 16_384, 65_535, 1 << 20]) {
    const request = Buffer.alloc(size, 7);
    expect(request.equals((await unary(client, pathOf('Echo'), request)) ?? Buffer.alloc(1))).toBe(true);
  }
});

it.each(transports)(
  'over %s, binary metadata arrives, and a failure comes with its status, text and bytes',
  async (transport) => {
    const listen = await world.address(transport);
    let seen: Call | undefined;
    await world.ours(listen, (call) => {
      seen = call;
      return Promise.reject(new Told('no – 100%'));
    });
    const metadata = new Metadata();
    const grant = Buffer.from([0, 255, 13, 10]);
    metadata.set('grant-bin', grant);
    metadata.set('x-trace-id', 'trace');
    const client = world.theirClient(listen);
    const error = (await unary(client, pathOf('Echo'), Buffer.alloc(0), { metadata }).catch(
      (failure: unknown) => failure,
    )) as ServiceError;
    expect(seen).toMatchObject({ traceId: 'trace', callers: ['gateway'] });
    expect(grant.equals(seen?.grant ?? Buffer.alloc(0))).toBe(true);
    expect(error).toMatchObject({ code: status.FAILED_PRECONDITION, details: 'see the trailer error-bin' });
    expect(String(error.metadata.get('error-bin')[0])).toBe('no – 100%');
  },
);

it.each(transports)(
  'over %s, the deadline of the caller ends the call on the server too',
  async (transport) => {
    const listen = await world.address(transport);
    let call: Call | undefined;
    await world.ours(listen, (arrived) => {
      call = arrived;
      return new Promise(() => undefined);
    });
    await expect(
      unary(world.theirClient(listen), pathOf('Echo'), Buffer.alloc(0), { timeoutMs: 500 }),
    ).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    await until('the call is abandoned', () => call?.signal.aborted);
  },
);

it.each(transports)('over %s, a call that is cancelled is abandoned', async (transport) => {
  const listen = await world.address(transport);
  let call: Call | undefined;
  await world.ours(listen, (arrived) => {
    call = arrived;
    return new Promise(() => undefined);
  });
  const client = world.theirClient(listen);
  const metadata = new Metadata();
  const options = { deadline: Date.now() + 60_000 };
  const sent = new Promise<ServiceError | null>((resolve) => {
    const stream = client.makeUnaryRequest(
      pathOf('Echo'),
      asIs,
      asIs,
      Buffer.alloc(0),
      metadata,
      options,
      resolve,
    );
    void until('the call arrives', () => call).then(() => {
      stream.cancel();
    });
  });
  expect(await sent).toMatchObject({ code: status.CANCELLED });
  await until('the call is abandoned', () => call?.signal.aborted);
});

/** Watches the health of a server. `ended`: with which status the stream ended. */
function watchHealth(client: Client) {
  const answers: string[] = [];
  const watch = client.makeServerStreamRequest(
    healthPaths.Watch,
    asIs,
    asIs,
    Buffer.alloc(0),
    new Metadata(),
    {},
  );
  watch.on('data', (answer: Buffer) => answers.push(answer.toString('hex')));
  watch.on('error', () => undefined);
  const ended = new Promise((resolve) => watch.on('status', resolve));
  return { watch, answers, ended };
}

it.each(transports)('over %s, health is answered once, and as a stream of changes', async (transport) => {
  const listen = await world.address(transport);
  let ready = true;
  await world.ours(listen, undefined, { ready: () => ready });
  const client = world.theirClient(listen, 'policy');
  expect(await unary(client, healthPaths.Check, Buffer.alloc(0))).toEqual(Buffer.from([8, 1]));
  const { watch, answers } = watchHealth(client);
  await until('the first answer', () => answers.length === 1);
  ready = false;
  await until('the change', () => answers.length === 2);
  expect(answers).toEqual(['0801', '0802']);
  watch.cancel();
});

it.each(transports)(
  'over %s, whoever watches health holds up no drain, and learns that the server leaves',
  async (transport) => {
    const listen = await world.address(transport);
    const server = await world.ours(listen);
    const { answers, ended } = watchHealth(world.theirClient(listen, 'policy'));
    await until('the first answer', () => answers.length === 1);
    const began = performance.now();
    await server.drain(8_000);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await ended).toMatchObject({ code: status.UNAVAILABLE });
    expect(answers).toEqual(['0801', '0802']);
  },
);

it.each(transports)(
  'over %s, the call stream carries many calls of a stock client, and ends with status OK',
  async (transport) => {
    const listen = await world.address(transport);
    await world.ours(listen);
    const client = world.theirClient(listen);
    const stream = openCalls(client);
    const answers = new Map<number, string>();
    stream.on('data', (message: Buffer) => {
      for (const { id, response } of decodeReplyFrames(message).frames)
        answers.set(id, Buffer.from(response).toString());
    });
    const ended = new Promise((resolve) => stream.on('status', resolve));
    for (let id = 1; id <= 300; id++) stream.write(callOf(id, Buffer.from(`request ${id}`)));
    await until('every answer', () => answers.size === 300);
    for (const [id, answer] of answers) expect(answer).toBe(`request ${id}`);
    stream.end();
    expect(await ended).toMatchObject({ code: status.OK });
  },
);

it.each(transports)(
  'over %s, an answer that ends because the request is refused never loses its trailers',
  async (transport) => {
    const listen = await world.address(transport);
    await world.ours(listen);
    const client = world.theirClient(listen);
    for (let turn = 0; turn < 50; turn++) {
      const stream = openCalls(client);
      const ended = new Promise((resolve) => stream.on('status', resolve));
      stream.on('error', () => undefined);
      stream.on('data', () => undefined);
      stream.write(callOf(1, Buffer.alloc(turn * 1_000)));
      stream.write(Buffer.from('these are no frames'));
      expect(await ended).toMatchObject({ code: status.INVALID_ARGUMENT });
    }
  },
);

it.each(transports)(
  'over %s, a caller without a right is refused before its request is read',
  async (transport) => {
    const listen = await world.address(transport);
    await world.ours(listen);
    for (const [name, path, code] of [
      ['policy', pathOf('Echo'), status.FAILED_PRECONDITION],
      ['gateway', pathOf('Closed'), status.FAILED_PRECONDITION],
      ['gateway', pathOf('Nothing'), status.UNIMPLEMENTED],
      ['gateway', '/other.v1.Service/Echo', status.UNIMPLEMENTED],
    ] as const)
      await expect(unary(world.theirClient(listen, name), path, Buffer.alloc(100))).rejects.toMatchObject({
        code,
      });
  },
);

it.each(transports)(
  'over %s, a request beyond the limit, and a compressed one, are refused with their reason',
  async (transport) => {
    const listen = await world.address(transport);
    await world.ours(listen);
    const client = world.theirClient(listen);
    await expect(unary(client, pathOf('Echo'), Buffer.alloc((1 << 20) + 1))).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      details: 'the message is refused: too-large',
    });
    expect(await unary(client, pathOf('Echo'), Buffer.from('next'))).toEqual(Buffer.from('next'));
  },
);

it.each(transports)('over %s, a client that has no more calls gets all answers', async (transport) => {
  const listen = await world.address(transport);
  const held: (() => void)[] = [];
  await world.ours(
    listen,
    ({ request }) =>
      new Promise((resolve) => {
        held.push(() => {
          resolve(request);
        });
      }),
  );
  const stream = openCalls(world.theirClient(listen));
  const answers: number[] = [];
  stream.on('data', (message: Buffer) => {
    answers.push(...decodeReplyFrames(message).frames.map(({ id }) => id));
  });
  const ended = new Promise((resolve) => stream.on('status', resolve));
  for (const id of [1, 2, 3]) stream.write(callOf(id, Buffer.alloc(1)));
  stream.end();
  await until('all calls arrive', () => held.length === 3);
  for (const answer of held) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer();
  }
  expect(await ended).toMatchObject({ code: status.OK });
  expect(answers).toEqual([1, 2, 3]);
});
