import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { until } from '@wallet-service/test-kit/until';
import type { CutReason } from '../src/call-server-options.js';
import { World } from './world.js';

// The server looks seldom at callers that are silent.

const world = new World();
beforeAll(() => world.prepare());
afterEach(() => world.close());
afterAll(() => {
  world.remove();
});

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
/** It opens the window of the connection by one byte, and belongs to no message. */
const windowUpdate = Buffer.from([0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
const frames = 200_000;

it('a caller that floods after a silence is cut off', async () => {
  const listen = world.socket();
  const cuts: CutReason[] = [];
  await world.ours(listen, undefined, {
    occasional: ['gateway'],
    onCut: (_callers, why) => cuts.push(why),
  });
  const { ca, key, cert } = world.tls('gateway');
  const socket = tls.connect({
    ...{ path: listen.slice('unix:'.length), ca, key, cert },
    ...{ servername: 'wallet', ALPNProtocols: ['h2'] },
  });
  socket.on('error', () => undefined);
  world.later(() => socket.destroy());
  await once(socket, 'secureConnect');
  socket.resume();
  socket.write(Buffer.concat([preface, settings]));
  // Longer than the first look, which has seen something come.
  await sleep(2_500);
  expect(cuts).toEqual([]);
  const closed = once(socket, 'close');
  socket.write(Buffer.concat(Array.from({ length: frames }, () => windowUpdate)));
  await until('it is cut off', () => cuts.length > 0);
  expect(cuts).toEqual(['overhead']);
  await closed;
});
