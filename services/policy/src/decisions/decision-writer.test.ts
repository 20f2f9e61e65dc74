import { createDecisionWriter, type DecisionWriter } from './decision-writer.js';

type Decided = Parameters<DecisionWriter['write']>[0];

const decision = (id: string) =>
  ({ decision: { id }, json: '', policyIds: [], request: Buffer.alloc(0) }) as unknown as Decided;

const nothingToRemove = {
  makeRoom: () => Promise.resolve(),
  onRoomNotMade: (error: unknown) => {
    throw error;
  },
};

describe('createDecisionWriter', () => {
  it('writes decisions that arrive together in one statement, one statement at a time', async () => {
    const batches: number[] = [];
    let running = 0;
    const writer = createDecisionWriter({
      ...nothingToRemove,
      insert: async (batch) => {
        running += 1;
        expect(running).toBe(1);
        batches.push(batch.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return [];
      },
      onLost: () => undefined,
    });
    const first = Array.from({ length: 700 }, (_, index) => writer.write(decision(String(index))));
    expect(await Promise.all(first)).toEqual(first.map(() => true));
    expect(batches).toEqual([500, 200]);
  });

  it('says how many decisions were lost, and continues', async () => {
    const lost: number[] = [];
    let fails = true;
    const writer = createDecisionWriter({
      ...nothingToRemove,
      insert: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve([])),
      onLost: (count) => lost.push(count),
    });
    expect(await Promise.all([writer.write(decision('a')), writer.write(decision('b'))])).toEqual([
      false,
      false,
    ]);
    fails = false;
    expect(await writer.write(decision('c'))).toBe(true);
    expect(lost).toEqual([2]);
  });

  it('loses only those decisions of one application that the database refuses', async () => {
    const lost: number[] = [];
    const stored: string[] = [];
    const of = (application_id: string, id: string) =>
      ({
        ...{ decision: { id, application_id }, json: '', policyIds: [] },
        request: Buffer.alloc(0),
      }) as unknown as Decided;
    const writer = createDecisionWriter({
      ...nothingToRemove,
      insert: (batch) => {
        if (batch.some(({ decision: { application_id } }) => application_id === 'bad'))
          return Promise.reject(Object.assign(new Error('refused'), { code: '22P05' }));
        stored.push(...batch.map(({ decision: { id } }) => id));
        return Promise.resolve([]);
      },
      onLost: (count) => lost.push(count),
      isOfContent: (error) => (error as { code?: string }).code === '22P05',
    });
    const written = [of('bad', '1'), of('good', '2'), of('bad', '3'), of('well', '4')].map(writer.write);
    expect(await Promise.all(written)).toEqual([false, true, false, true]);
    expect(stored).toEqual(['2', '4']);
    expect(lost).toEqual([2]);
  });

  it('bounds the waiting bytes, and the application with the most loses its own decisions', async () => {
    let end: (() => void) | undefined;
    const batches: string[][] = [];
    let lost = 0;
    const writer = createDecisionWriter({
      ...nothingToRemove,
      insert: (batch) => {
        batches.push(batch.map(({ decision: { application_id } }) => application_id));
        return batches.length === 1
          ? new Promise(
              (resolve) =>
                (end = () => {
                  resolve([]);
                }),
            )
          : Promise.resolve([]);
      },
      onLost: (count) => (lost += count),
    });
    const of = (application_id: string, bytes: number) =>
      ({
        ...{ decision: { application_id }, json: 'x'.repeat(bytes), policyIds: [] },
        request: Buffer.alloc(0),
      }) as unknown as Decided;
    const underWay = writer.write(of('first', 1));
    await Promise.resolve();
    await Promise.resolve();
    // A few large ones of two applications, and very many small ones of a third: 80 MiB, where 32 MiB fit.
    const crowd = [
      ...Array.from({ length: 1000 }, () => writer.write(of('large', 30_000))),
      ...Array.from({ length: 1000 }, () => writer.write(of('larger', 30_000))),
      ...Array.from({ length: 20_000 }, () => writer.write(of('many', 10))),
    ];
    expect(lost).toBeGreaterThan(1000);
    const before = lost;
    const others = Array.from({ length: 100 }, (_, index) => writer.write(of(`other ${index}`, 1000)));
    end?.();
    expect(await Promise.all([underWay, ...others])).toEqual(Array.from({ length: 101 }, () => true));
    const stored = await Promise.all(crowd);
    expect(stored.filter((each) => !each)).toHaveLength(lost);
    expect(lost).toBeGreaterThanOrEqual(before);
    // Nobody waits behind the large application: the next batch has one of each.
    expect(new Set(batches[1])).toEqual(
      new Set(['large', 'larger', 'many', ...others.map((_, index) => `other ${index}`)]),
    );
    const storedOf = (from: number, to: number) => stored.slice(from, to).filter(Boolean).length;
    expect(storedOf(0, 1000)).toBeGreaterThan(300);
    expect(storedOf(1000, 2000)).toBeGreaterThan(300);
    expect(storedOf(2000, 22_000)).toBeGreaterThan(9_000);
  });

  it('removes the oldest before the next batch, and continues when that fails', async () => {
    const steps: string[] = [];
    const writer = createDecisionWriter({
      insert: (batch) => {
        steps.push(`stored ${batch.length}`);
        return Promise.resolve(['full', 'fuller']);
      },
      makeRoom: async (applicationId) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push(applicationId);
        if (applicationId === 'full') throw new Error('no database');
      },
      onLost: () => undefined,
      onRoomNotMade: (error) => steps.push((error as Error).message),
    });
    const stored = Array.from({ length: 501 }, (_, index) => writer.write(decision(String(index))));
    expect(new Set(await Promise.all(stored))).toEqual(new Set([true]));
    await writer.drain();
    const making = ['full', 'no database', 'fuller'];
    expect(steps).toEqual(['stored 500', ...making, 'stored 1', ...making]);
  });

  it('is drained when everything is stored', async () => {
    let stored = 0;
    const writer = createDecisionWriter({
      ...nothingToRemove,
      insert: async (batch) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        stored += batch.length;
        return [];
      },
      onLost: () => undefined,
    });
    void writer.write(decision('a'));
    await writer.drain();
    expect(stored).toBe(1);
    await writer.drain();
  });
});
