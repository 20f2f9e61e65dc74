import { until } from '@wallet-service/test-kit/until';
import { encodeCallFrames } from '../src/index.js';
import { prefixBytes, writePrefix } from '../src/message-reader.js';
import { Told, World } from './world.js';

// Our client and our server: slow calls, slow callers, and goodbyes.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

const call = { timeoutMs: 60_000, traceId: '' };

it('a short call that gets no answer does not end the long one on the same stream', async () => {
  const listen = world.socket();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await world.ours(listen, async ({ request }) => {
    await released;
    return request;
  });
  const client = world.client(listen);
  const long = client.call('Echo', Buffer.from('long'), call);
  await until('the long call arrives', () => server.inFlight() === 1);
  await expect(client.call('Echo', Buffer.from('short'), { ...call, timeoutMs: 100 })).rejects.toMatchObject({
    failure: 'deadline',
  });
  await until('the server has given a sign of life', () => client.openStreams() === 1);
  release();
  expect(Buffer.from(await long).toString()).toBe('long');
});

it('a server that begins to drain while it answers loses no answer', async () => {
  const listen = world.socket();
  const held: (() => void)[] = [];
  const server = await world.ours(
    listen,
    ({ request }) =>
      new Promise((resolve) => {
        held.push(() => {
          resolve(request);
        });
      }),
  );
  const client = world.client(listen);
  const calls = [1, 2, 3].map((number) => client.call('Echo', Buffer.from([number]), call));
  await until('all calls arrive', () => held.length === calls.length);
  // The answers are ready while the announcement is being written.
  const drained = server.drain(60_000);
  for (const answer of held) answer();
  expect((await Promise.all(calls)).map(([first]) => first)).toEqual([1, 2, 3]);
  await drained;
});

it('a caller that does not read its answers is read no further', async () => {
  const listen = world.socket();
  let answered = 0;
  const answer = Buffer.alloc(64 * 1024);
  await world.ours(listen, () => {
    answered++;
    return Promise.resolve(answer);
  });
  const on = await world.connection(listen);
  const stream = on.session.request({
    ':method': 'POST',
    ':path': '/test.v1.Echo/Calls',
    'content-type': 'application/grpc',
  });
  stream.on('error', () => undefined);
  const frame = {
    method: 'Echo',
    timeoutMs: 60_000,
    traceId: '',
    parentSpanId: '',
    grant: Buffer.alloc(0),
    reason: '',
  };
  let sent = 0;
  const nextRequest = (): Buffer =>
    writePrefix(encodeCallFrames([{ ...frame, id: ++sent, request: Buffer.alloc(1_000) }], prefixBytes));
  const send = (): void => {
    while (sent < 5_000 && stream.write(nextRequest()));
  };
  stream.on('drain', send);
  send();
  await until('the server has stopped reading', async () => {
    const before = answered;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return answered > 0 && answered === before;
  });
  // 1 MiB may wait, the windows of the connection besides, and what came in one piece with the last request.
  expect(answered).toBeLessThan(400);
});

it('a refusal of the server reaches every caller at once', async () => {
  const listen = world.socket();
  await world.ours(listen, undefined, { refuse: () => new Told('go away') });
  const client = world.client(listen, 'policy');
  await expect(client.call('Echo', Buffer.alloc(0), call)).rejects.toMatchObject({ failure: 'refused' });
  expect(await client.serving(60_000)).toBe(true);
});

it('answers that are ready at once arrive, however large they are together', async () => {
  const listen = world.socket();
  const held: (() => void)[] = [];
  const answer = Buffer.alloc(256 * 1024, 7);
  await world.ours(
    listen,
    () =>
      new Promise((resolve) => {
        held.push(() => {
          resolve(answer);
        });
      }),
  );
  const client = world.client(listen);
  // 25 MiB, where the client accepts 16 in one message.
  const calls = Array.from({ length: 100 }, () => client.call('Echo', Buffer.alloc(1), call));
  await until('all calls arrive', () => held.length === calls.length);
  for (const release of held) release();
  for (const got of await Promise.all(calls)) expect(answer.equals(got)).toBe(true);
});
