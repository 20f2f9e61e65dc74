import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { createBringTrust } from './bring-trust.js';
import type { TrustQuestion } from './get-trust.js';

// The clock is the test's, so minutes pass at once. Pauses are real.

type Asked = Pick<TrustQuestion, 'applicationId' | 'fresh'>;

function world() {
  let skipped = 0;
  const asked: Asked[] = [];
  const told: [string, boolean][] = [];
  const failures: string[] = [];
  const recorded: number[] = [];
  const state = {
    content: 1,
    answersInMs: 0,
    connected: true,
    failure: undefined as AppError | undefined,
    refusal: undefined as Refused | undefined,
    offers: 0,
    unwritable: false,
    rootRefused: false,
  };
  const now = () => Date.now() + skipped;
  const trust = createBringTrust({
    now,
    identityConnected: () => state.connected,
    getTrust: async ({ applicationId, fresh, knownDigest }) => {
      asked.push({ applicationId, fresh });
      await sleep(state.answersInMs);
      if (state.failure) throw state.failure;
      const digest = Buffer.from([state.content]);
      if (Buffer.compare(digest, knownDigest) === 0) return undefined;
      const rootDocument = new Uint8Array(1);
      const application =
        applicationId === '' ? undefined : { document: digest, statements: [], keySets: [] };
      return { digest, update: { rootDocument, applicationId, application } };
    },
    updateTrust: (update) => {
      state.offers += 1;
      const isRootRefused = state.rootRefused && update.rootDocument.length > 0;
      return Promise.resolve([isRootRefused ? aheadOfRoot : (state.refusal ?? null)]);
    },
    recordTrust: (_, { document }) => {
      if (state.unwritable) return Promise.reject(new Error('the database is away'));
      recorded.push(document[0] ?? 0);
      return Promise.resolve();
    },
    onNotRecorded: (_, error) => failures.push((error as Error).message),
    onNotBrought: (_, { code }) => failures.push(code),
    onTrustRefused: (_, { message }, stillOld) => told.push([message, stillOld]),
  });
  const scope = (ms = 10_000) => ({ deadline: now() + ms, traceId: '' });
  const pass = (ms: number) => {
    skipped += ms;
  };
  return { trust, state, asked, told, failures, recorded, scope, pass };
}

const aheadOfRoot = new Refused('trust-refused', { document: 'root', reason: 'version is not higher' });
const old = new Refused('trust-refused', { reason: 'the document has version 1, but 2 is known' });

describe('check', () => {
  it('asks once in 15 seconds, and offers only what changed', async () => {
    const { trust, state, asked, scope, pass } = world();
    await trust.check('app', scope());
    for (let i = 0; i < 1000; i++) expect(trust.check('app', scope())).toBeUndefined();
    pass(15_000);
    await trust.check('app', scope());
    expect([asked.length, state.offers]).toEqual([2, 1]);
    state.content = 2;
    pass(15_000);
    await trust.check('app', scope());
    expect([asked.length, state.offers]).toEqual([3, 2]);
    expect(asked.some(({ fresh }) => fresh)).toBe(false);
  });

  it('asks once for everybody who waits', async () => {
    const { trust, state, asked, scope } = world();
    state.answersInMs = 30;
    await Promise.all(Array.from({ length: 100 }, () => Promise.resolve(trust.check('app', scope()))));
    expect(asked).toHaveLength(1);
  });

  it('has signers confirmed again after 5 minutes, without anybody waiting', async () => {
    const { trust, state, asked, scope, pass } = world();
    await trust.check('app', scope());
    pass(5 * 60_000);
    await trust.check('app', scope());
    await sleep(20);
    expect(asked.map(({ fresh }) => fresh)).toEqual([false, false, true]);
    expect(state.offers).toBe(2);
  });

  it('takes at most a third of the time that is left', async () => {
    const { trust, state, scope } = world();
    state.answersInMs = 2_000;
    const startedAt = Date.now();
    await trust.check('app', scope(300));
    expect(Date.now() - startedAt).toBeLessThan(250);
  });

  it('does not hold requests up while identity is away, and reports it once a second', async () => {
    const { trust, state, asked, failures, scope } = world();
    state.connected = false;
    for (let i = 0; i < 100; i++) expect(trust.check(`app-${i}`, scope())).toBeUndefined();
    expect([asked.length, failures]).toEqual([0, ['service.unavailable']]);
    state.connected = true;
    await sleep(1_000);
    await trust.check('app-1', scope());
    expect(asked).toHaveLength(1);
  });

  it('waits for nobody for a while when identity hangs', async () => {
    const { trust, state, asked, failures, scope, pass } = world();
    state.failure = new AppError('service.deadline-exceeded', 'no answer');
    for (let i = 0; i < 5; i++) await trust.check(`app-${i}`, scope());
    expect(failures).toHaveLength(5);
    expect(trust.check('app-6', scope())).toBeUndefined();
    pass(5_000);
    state.failure = undefined;
    await trust.check('app-6', scope());
    expect(asked).toHaveLength(6);
  });

  it('offers the content again that a signer did not take', async () => {
    const { trust, state, told, scope, pass } = world();
    state.refusal = new Refused('trust-refused', { reason: 'form' });
    await trust.check('app', scope());
    expect(told).toEqual([[state.refusal.message, false]]);
    state.refusal = undefined;
    pass(15_000);
    await trust.check('app', scope());
    expect(state.offers).toBe(2);
  });
});

it('journals each content that a signer took, once', async () => {
  const { trust, state, recorded, scope, pass } = world();
  await trust.check('app', scope());
  await trust.renew('app', trust.offered('app'), scope());
  state.content = 2;
  state.refusal = old;
  pass(15_000);
  await trust.check('app', scope());
  expect(recorded).toEqual([1]);
  state.refusal = undefined;
  pass(15_000);
  await trust.check('app', scope());
  expect(recorded).toEqual([1, 2]);
});

it('journals it later when the journal cannot be written', async () => {
  const { trust, state, recorded, failures, scope, pass } = world();
  state.unwritable = true;
  await trust.check('app', scope());
  expect([recorded, failures]).toEqual([[], ['the database is away']]);
  state.unwritable = false;
  pass(15_000);
  await trust.check('app', scope());
  expect(recorded).toEqual([1]);
});

describe('renew', () => {
  it('says whether the content is another one than before', async () => {
    const { trust, state, scope } = world();
    expect(await trust.renew('app', trust.offered('app'), scope())).toBe('changed');
    expect(await trust.renew('app', trust.offered('app'), scope())).toBe('same');
    const before = trust.offered('app');
    state.content = 2;
    expect(await trust.renew('app', before, scope())).toBe('changed');
    // Somebody else's renewal counts too.
    expect(await trust.renew('app', before, scope())).toBe('changed');
  });

  it('asks at most once a second for each application, however many requests are refused', async () => {
    const { trust, asked, scope } = world();
    const startedAt = Date.now();
    let outcomes = 0;
    while (Date.now() - startedAt < 2_500) {
      void trust.renew('app', trust.offered('app'), scope()).then(() => outcomes++);
      await sleep(5);
    }
    expect(outcomes).toBeGreaterThan(100);
    expect(asked.length).toBeLessThanOrEqual(4);
    await trust.renew('other', trust.offered('other'), scope());
    expect(asked.at(-1)).toEqual({ applicationId: 'other', fresh: true });
    await sleep(1_100);
  });

  it('lets only a few wait for tokens that somebody may have invented', async () => {
    const { trust, asked, scope } = world();
    await trust.renew('app', trust.offered('app'), scope());
    const before = trust.offered('app');
    const startedAt = Date.now();
    const quick: number[] = [];
    const hurried = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const outcome = await trust.renew('app', before, scope(), true);
        if (Date.now() - startedAt < 500) quick.push(1);
        return outcome;
      }),
    );
    expect(quick).toHaveLength(46);
    expect(hurried.filter((outcome) => outcome === 'same')).toHaveLength(4);
    expect(asked).toHaveLength(2);
    // Nobody can make a signer forget a document, so those who lack one all wait.
    const patient = Array.from({ length: 50 }, () => trust.renew('app', trust.offered('app'), scope()));
    expect(new Set(await Promise.all(patient))).toEqual(new Set(['same']));
  });

  it('does not take an answer that began before the refusal for a newer one', async () => {
    const { trust, state, asked, scope } = world();
    await trust.renew('app', trust.offered('app'), scope());
    state.answersInMs = 100;
    const first = trust.renew('app', trust.offered('app'), scope());
    await sleep(1_050);
    // The first call has begun. This request was refused after that.
    const second = trust.renew('app', trust.offered('app'), scope());
    expect(await Promise.all([first, second])).toEqual(['same', 'same']);
    expect(asked).toHaveLength(3);
  });

  it('gives the reason when identity does not answer', async () => {
    const { trust, state, failures, scope } = world();
    state.failure = new AppError('trust.witnesses-unavailable', 'too few answered');
    expect(await trust.renew('app', trust.offered('app'), scope())).toBe(state.failure);
    expect(failures).toEqual(['trust.witnesses-unavailable']);
    state.failure = undefined;
    state.answersInMs = 1_000;
    expect(await trust.renew('other', trust.offered('other'), scope(200))).toMatchObject({
      code: 'service.unavailable',
    });
    await sleep(1_000);
  });
});

it('calls it an incident when identity gives something old although the witnesses were asked', async () => {
  const { trust, state, asked, told, scope } = world();
  state.refusal = old;
  await trust.check('app', scope());
  await sleep(1_200);
  expect(asked.map(({ fresh }) => fresh)).toEqual([false, true, true]);
  expect(told.map(([, stillOld]) => stillOld)).toEqual([false, false, true]);
});

it.each(['app', ''])('takes a signer with a newer root document as it is (%j)', async (applicationId) => {
  const { trust, state, told, scope, pass } = world();
  state.rootRefused = true;
  await trust.checkNow(applicationId, scope());
  // The application without the root document. A root document alone is not offered again.
  expect([told, state.offers]).toEqual([[], applicationId === '' ? 1 : 2]);
  pass(15_000);
  await trust.checkNow(applicationId, scope());
  expect(state.offers).toBe(applicationId === '' ? 1 : 2);
});

it('takes an answer that became old on its way for nothing worse', async () => {
  const { trust, state, told, scope } = world();
  state.refusal = old;
  const checked = trust.check('app', scope());
  await checked;
  state.refusal = undefined;
  await sleep(50);
  expect(told.map(([, stillOld]) => stillOld)).toEqual([false]);
});
