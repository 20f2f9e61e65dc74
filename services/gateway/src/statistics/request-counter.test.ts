import { createMemoryStore, StoreUnavailableError } from '@wallet-service/redis';
import { createGatewayPresence } from './gateway-presence.js';
import { createRequestCounter } from './request-counter.js';

const hourMs = 3_600_000;
let time = 500_000 * hourMs;
const now = (): number => time;
const store = createMemoryStore({ now });
const request = {
  applicationId: 'a',
  path: '/v2/wallet/sign/message',
  status: 200,
  code: undefined,
  milliseconds: 7,
};

it('adds up what two gateways counted, in steps, for each application', async () => {
  const lost: number[] = [];
  const [one, other] = [1, 2].map(() =>
    createRequestCounter({ store, now, onLost: (count) => lost.push(count) }),
  );
  const start = time / 1_000;
  one?.count(request);
  other?.count({ ...request, status: 403, code: 'policy.denied' });
  other?.count({ ...request, applicationId: 'b' });
  await other?.share();
  time += hourMs;
  one?.count({ ...request, path: '/v1/policy', status: 500, code: 'internal' });
  const steps = await one?.read('a', start, 3_600);
  expect(steps).toMatchObject([
    { time: start, signatures: { succeeded: 1, denied: 1 }, others: { failed: 0, latency_ms: null } },
    { time: start + 3_600, signatures: { succeeded: 0 }, others: { failed: 1 } },
  ]);
  const [day] = (await one?.read('a', start, 86_400)) ?? [];
  expect(day).toMatchObject({ signatures: { succeeded: 1, denied: 1 }, others: { failed: 1 } });
  expect(await one?.read('c', start, 86_400)).toMatchObject([{ signatures: { succeeded: 0 } }]);
  expect(lost).toEqual([]);
});

it('tells how many requests the store did not take, and that it cannot be read', async () => {
  const lost: number[] = [];
  const away = () => Promise.reject(new StoreUnavailableError('away'));
  const counter = createRequestCounter({
    store: { addCounts: away, readCounts: away },
    now,
    onLost: (count) => lost.push(count),
  });
  counter.count(request);
  counter.count({ ...request, milliseconds: 8 });
  await counter.share();
  expect(lost).toEqual([2]);
  await expect(counter.read('a', time / 1_000, 3_600)).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('lists a gateway until two minutes after it fell silent', async () => {
  const presence = (name: string) => createGatewayPresence(store, name, now);
  await presence('g1').announce();
  expect(await presence('g2').list()).toEqual(['g1', 'g2']);
  time += 60_000;
  expect(await presence('g2').list()).toEqual(['g1', 'g2']);
  time += 60_000;
  expect(await presence('g2').list()).toEqual(['g2']);
});
