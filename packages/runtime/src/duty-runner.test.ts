import { createDutyRunner } from './duty-runner.js';

/** Duties by name. Each ends when the test ends it, with the given outcome. */
function world(rounds: string[][], places = 3) {
  const ends = new Map<string, (more: boolean | Error) => void>();
  const asked: number[] = [];
  const failed: [string, unknown][] = [];
  const runner = createDutyRunner<string>({
    places,
    lockDue: (limit) => {
      asked.push(limit);
      return Promise.resolve(rounds.shift() ?? []);
    },
    carryOut: (name) =>
      new Promise((resolve, reject) =>
        ends.set(name, (more) => {
          if (more instanceof Error) reject(more);
          else resolve(more);
        }),
      ),
    onError: (error, name) => failed.push([name, error]),
  });
  const begun = () => [...ends.keys()];
  const end = (name: string, more: boolean | Error) => ends.get(name)?.(more);
  return { runner, asked, failed, begun, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('does not wait for a hanging duty: the next rounds take others, and it fails separately', async () => {
  const { runner, asked, failed, begun, end } = world([['bad'], ['good'], []]);
  expect(await runner.round()).toBe(false);
  const second = runner.round();
  await settled();
  end('good', false);
  expect(await second).toBe(false);
  expect(await runner.round()).toBe(false);
  expect([begun(), asked, failed]).toEqual([['bad', 'good'], [3, 2, 2], []]);
  end('bad', new Error('no answer'));
  await runner.settled();
  expect(failed).toEqual([['bad', new Error('no answer')]]);
});

it.each([
  ['nothing is due', [], [], false],
  ['all that was due is done', ['a', 'b'], [false, false], false],
  ['one says that more is due', ['a', 'b'], [false, true], true],
  ['one says that more is due, and another fails', ['a', 'b'], [true, new Error('no')], true],
  ['one says that more is due, and another hangs', ['a', 'b'], [true, undefined], true],
  ['as many were due as there are slots', ['a', 'b', 'c'], [false, false, false], true],
])('asks for the next round at once or not: %s', async (_, duties, outcomes, more) => {
  const { runner, end } = world([duties]);
  const round = runner.round();
  await settled();
  duties.forEach((name, at) => {
    const outcome = outcomes[at];
    if (outcome !== undefined) end(name, outcome);
  });
  expect(await round).toBe(more);
});

it('takes no more duties than there are slots, and the next one when a slot is free', async () => {
  const { runner, asked, begun, end } = world([['a', 'b'], ['c']], 2);
  expect(await runner.round()).toBe(true);
  const full = runner.round();
  await settled();
  expect([asked, begun()]).toEqual([[2], ['a', 'b']]);
  end('b', false);
  expect(await full).toBe(true);
  const next = runner.round();
  await settled();
  end('c', false);
  await next;
  expect([asked, begun()]).toEqual([
    [2, 1],
    ['a', 'b', 'c'],
  ]);
});

it('rejects when nothing can be locked', async () => {
  const lockDue = () => Promise.reject(new Error('no database'));
  const carryOut = () => Promise.resolve(false);
  const runner = createDutyRunner<string>({ places: 1, lockDue, carryOut, onError: () => undefined });
  await expect(runner.round()).rejects.toThrow('no database');
});
