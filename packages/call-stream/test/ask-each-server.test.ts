import { createServer } from 'node:net';
import { askEachServer, healthOfServers } from '../src/index.js';
import { pathOf, World } from './world.js';

const world = new World();
beforeAll(() => world.prepare());
afterAll(async () => {
  await world.close();
  world.remove();
});

const asked = (timeoutMs = 5_000) => ({ tls: world.tls('gateway'), serverName: 'wallet', timeoutMs });

it('tells of each server whether it serves, and of one that is away or hangs', async () => {
  const [serving, starting, away, hanging] = [world.socket(), world.socket(), world.socket(), world.socket()];
  await world.ours(serving);
  await world.ours(starting, undefined, { ready: () => false });
  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(hanging.replace('unix:', ''), resolve);
  });
  world.later(() => {
    silent.close();
  });
  const health = await healthOfServers({
    ...asked(500),
    targets: [serving, starting, away, hanging, 'no-such-host.invalid:1'],
  });
  expect(health).toMatchObject([
    { address: serving, state: 'serving' },
    { address: starting, state: 'not-serving' },
    { address: away, state: 'unreachable' },
    { address: hanging, state: 'unreachable' },
    { address: 'no-such-host.invalid:1', state: 'unreachable' },
  ]);
  expect(health[3]?.milliseconds).toBeGreaterThanOrEqual(450);
});

it('asks every address of a name', async () => {
  const { address } = await world.ours('127.0.0.1:0');
  const port = address.split(':').at(-1) ?? '';
  const health = await healthOfServers({ ...asked(), targets: [`dns:///localhost:${port}`] });
  expect(health).toContainEqual({
    ...{ address: `127.0.0.1:${port}`, state: 'serving' },
    milliseconds: expect.any(Number) as number,
  });
});

it('gets the answer of each, and none from one that refuses the call', async () => {
  const [one, other] = [world.socket(), world.socket()];
  await world.ours(one, () => Promise.resolve(Buffer.from('one')));
  await world.ours(other, () => Promise.resolve(Buffer.from('other')));
  const answersTo = async (method: string): Promise<(string | undefined)[]> => {
    const answers = await askEachServer({ ...asked(), targets: [one, other], path: pathOf(method) });
    return answers.map(({ response }) => response && Buffer.from(response).toString());
  };
  expect(await answersTo('Echo')).toEqual(['one', 'other']);
  expect(await answersTo('Closed')).toEqual([undefined, undefined]);
});

it('takes no answer from a server without the name', async () => {
  const socket = world.socket();
  await world.ours(socket);
  const [health] = await healthOfServers({ ...asked(), serverName: 'signer', targets: [socket] });
  expect(health?.state).toBe('unreachable');
});
