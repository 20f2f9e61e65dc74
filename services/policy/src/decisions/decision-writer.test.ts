import type { DecisionToStore } from './decision-store.js';
import { createDecisionWriter } from './decision-writer.js';

const decision = (id: string) => ({ decision: { id }, policyIds: [] }) as unknown as DecisionToStore;

describe('createDecisionWriter', () => {
  it('writes what comes together in one statement, one statement at a time', async () => {
    const batches: number[] = [];
    let running = 0;
    const writer = createDecisionWriter({
      insert: async (batch) => {
        running += 1;
        expect(running).toBe(1);
        batches.push(batch.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
      onLost: () => undefined,
    });
    const first = Array.from({ length: 700 }, (_, index) => writer.write(decision(String(index))));
    expect(await Promise.all(first)).toEqual(first.map(() => true));
    expect(batches).toEqual([500, 200]);
  });

  it('says how many decisions were lost, and goes on', async () => {
    const lost: number[] = [];
    let fails = true;
    const writer = createDecisionWriter({
      insert: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve()),
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

  it('loses what the database refuses of one application, and nothing of the others', async () => {
    const lost: number[] = [];
    const stored: string[] = [];
    const of = (application_id: string, id: string) =>
      ({ decision: { id, application_id }, policyIds: [] }) as unknown as DecisionToStore;
    const writer = createDecisionWriter({
      insert: (batch) => {
        if (batch.some(({ decision: { application_id } }) => application_id === 'bad'))
          return Promise.reject(Object.assign(new Error('refused'), { code: '22P05' }));
        stored.push(...batch.map(({ decision: { id } }) => id));
        return Promise.resolve();
      },
      onLost: (count) => lost.push(count),
      isOfContent: (error) => (error as { code?: string }).code === '22P05',
    });
    const written = [of('bad', '1'), of('good', '2'), of('bad', '3'), of('well', '4')].map(writer.write);
    expect(await Promise.all(written)).toEqual([false, true, false, true]);
    expect(stored).toEqual(['2', '4']);
    expect(lost).toEqual([2]);
  });

  it('takes no more than ten thousand while none can be written', async () => {
    let end: (() => void) | undefined;
    const lost: number[] = [];
    const writer = createDecisionWriter({
      insert: () => new Promise((resolve) => (end = resolve)),
      onLost: (count) => lost.push(count),
    });
    void writer.write(decision('under way'));
    await Promise.resolve();
    await Promise.resolve();
    for (let index = 0; index < 10_000; index += 1) void writer.write(decision(String(index)));
    expect(await writer.write(decision('one too many'))).toBe(false);
    expect(lost).toEqual([1]);
    end?.();
  });

  it('is drained when everything is stored', async () => {
    let stored = 0;
    const writer = createDecisionWriter({
      insert: async (batch) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        stored += batch.length;
      },
      onLost: () => undefined,
    });
    void writer.write(decision('a'));
    await writer.drain();
    expect(stored).toBe(1);
    await writer.drain();
  });
});
