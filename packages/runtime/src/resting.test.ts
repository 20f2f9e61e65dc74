import { setTimeout as sleep } from 'node:timers/promises';
import { createResting } from './resting.js';

const long = 60_000;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Looks as `finds` says, and then finds nothing for `restMs`. */
function world(finds: (boolean | Error)[], { pauseMs, restMs }: { pauseMs: number; restMs: number }) {
  const errors: unknown[] = [];
  let looks = 0;
  let meanwhile = (): void => undefined;
  const resting = createResting(() => {
    looks += 1;
    meanwhile();
    const found = finds.shift();
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found ?? restMs);
  });
  return {
    ...resting,
    errors,
    looks: () => looks,
    begin: (rhythm: { atOnce?: boolean } = {}) => {
      stops.push(resting.begin({ pauseMs, atOnce: true, ...rhythm }, (error) => errors.push(error)));
    },
    meanwhile: (then: () => void) => {
      meanwhile = then;
    },
  };
}

it('looks at once while there is more, and after a pause while there may be', async () => {
  const { begin, looks } = world([true, true, false, false], { pauseMs: 1, restMs: long });
  begin();
  await sleep(50);
  expect(looks()).toBe(5);
});

it('begins after a pause, unless at once', async () => {
  const { begin, looks } = world([], { pauseMs: long, restMs: long });
  begin({ atOnce: false });
  await sleep(20);
  expect(looks()).toBe(0);
});

it('rests when it finds nothing, and looks again after its rest', async () => {
  const { begin, looks } = world([], { pauseMs: 1, restMs: 100 });
  begin();
  await sleep(50);
  expect(looks()).toBe(1);
  await sleep(100);
  expect(looks()).toBe(2);
});

it('looks when it is woken, also if that was while it looked', async () => {
  const { begin, looks, meanwhile, wake } = world([], { pauseMs: 1, restMs: long });
  let wakes = 0;
  meanwhile(() => {
    if (wakes++ === 0) wake();
  });
  begin();
  await sleep(30);
  expect(looks()).toBe(2);
  wake();
  await sleep(30);
  expect(looks()).toBe(3);
});

it('looks no sooner than after a pause, however often it is woken', async () => {
  const { begin, looks, wake } = world([], { pauseMs: long, restMs: 2 * long });
  begin();
  await sleep(10);
  for (let time = 0; time < 3; time += 1) wake();
  await sleep(20);
  expect(looks()).toBe(1);
});

it('reports a failure, and does not rest after it', async () => {
  const { begin, looks, errors } = world([new Error('no database')], { pauseMs: 1, restMs: long });
  begin();
  await sleep(30);
  expect(looks()).toBe(2);
  expect(errors).toEqual([new Error('no database')]);
});

it('stops at once in a rest', async () => {
  const { begin } = world([], { pauseMs: 1, restMs: long });
  begin();
  await sleep(10);
  await stops.pop()?.();
});
