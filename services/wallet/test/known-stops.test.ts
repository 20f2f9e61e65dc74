import { randomUUID } from 'node:crypto';
import { inTransaction } from '@wallet-service/postgres';
import {
  acceptLoss,
  acceptRestore,
  resumeJournal,
  type AcceptDeps,
} from '../src/durability/accept-stops-store.js';
import { createContinuity } from '../src/durability/continuity.js';
import { continuityStore, type Lost } from '../src/durability/continuity-store.js';
import { createTold } from '../src/durability/told.js';
import { asOwnerOf } from './hostile-kit.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// A replica that knows a stop keeps it, until somebody with the event key accepts it.

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let deps: AcceptDeps;
beforeAll(async () => {
  database = await walletDatabase('wallet_known_stops');
  pool = database.replica();
  deps = { database: pool, macs, now: Date.now, newId: randomUUID };
});
afterAll(() => database.end());

const storeOf = (replicaId = randomUUID()) =>
  continuityStore({ database: pool, replicaId, newId: randomUUID, macs });

type Store = ReturnType<typeof storeOf>;

/** A replica. `whileWaiting`: what happens while it waits for another one. */
function replica(
  whileWaiting: () => Promise<void> = () => Promise.resolve(),
  {
    changed = (store) => store,
    keep = () => Promise.resolve(),
  }: {
    readonly changed?: (store: Store) => Store;
    readonly keep?: (lost: readonly Lost[]) => Promise<void>;
  } = {},
) {
  const replicaId = randomUUID();
  const forged: string[] = [];
  const told = createTold();
  const continuity = createContinuity({
    store: changed(storeOf(replicaId)),
    told,
    newId: randomUUID,
    sleep: whileWaiting,
    keep,
    onLost: () => undefined,
    onForged: (stops) => {
      forged.push(...stops.map(({ applicationId }) => applicationId));
    },
    onUnheard: () => undefined,
    dropCaches: () => undefined,
  });
  return { replicaId, told, forged, ...continuity };
}

const stop = (applicationId: string) =>
  storeOf().stopJournal(applicationId, 'journal-forked', { size_seen: 9 });
/** As somebody with the role of the service. */
const forge = (applicationId: string) =>
  pool.query(`update losses set time_accepted = 'infinity' where application_id = $1`, [applicationId]);
const asOwner = (sql: string, applicationId: string) => asOwnerOf(database.url, sql, applicationId);
const removed = 'delete from wallet.losses where application_id = $1';
/** Makes the next beat a look, as after a failover. */
const forgetBeat = ({ replicaId }: { readonly replicaId: string }) =>
  pool.query('delete from replica_beats where replica_id = $1', [replicaId]);
/** A replica that starts, and waits for one that was never there. Meanwhile somebody does `work`. */
async function waitingReplica(work: () => Promise<unknown>, options: Parameters<typeof replica>[1] = {}) {
  const other = { replicaId: randomUUID() };
  await pool.query(`insert into replica_beats values ($1, 'elsewhere', 1, now())`, [other.replicaId]);
  return replica(async () => {
    await work();
    await forgetBeat(other);
  }, options);
}
const openAgain = (applicationId: string, lossId: string) =>
  pool.query(
    `insert into losses (application_id, loss_id, replica_id, wallets, entries, time_noticed, reason)
     values ($1, $2, $2, 0, 0, now(), 'journal-broken')`,
    [applicationId, lossId],
  );
async function lossIdOf(applicationId: string): Promise<string> {
  const { rows } = await pool.query<{ loss_id: string }>(
    'select loss_id from losses where application_id = $1',
    [applicationId],
  );
  return rows[0]?.loss_id ?? '';
}

describe('a stop that a replica knows', () => {
  it('is not lifted by the row of another application with the same id, open or accepted', async () => {
    const [stopped, open, accepted] = [randomUUID(), randomUUID(), randomUUID()];
    await stop(stopped);
    const lossId = await lossIdOf(stopped);
    await openAgain(accepted, lossId);
    const one = replica();
    await one.begin();
    await openAgain(open, lossId);
    await resumeJournal(deps, accepted, 'looked');
    await forge(stopped);
    await one.beat();
    expect(one.forged).toEqual([stopped]);
    expect(one.refusal(stopped)).toBeDefined();
    expect(one.refusal(accepted)).toBeUndefined();
    for (const id of [stopped, open]) await resumeJournal(deps, id, 'looked');
    await one.beat();
    expect(one.forged).toEqual([stopped]);
    for (const id of [stopped, open]) expect(one.refusal(id)).toBeUndefined();
  });

  it('keeps its reason, however the owner changes the row and an operator resumes it', async () => {
    const applicationId = randomUUID();
    const one = replica();
    await one.begin();
    await storeOf().stopJournal(applicationId, 'confirmed-lost' as never, {});
    await one.beat();
    const change = (reason: string) =>
      asOwner(`update wallet.losses set reason = '${reason}' where application_id = $1`, applicationId);
    await change('journal-broken');
    await one.beat();
    expect(one.forged).toEqual([applicationId]);
    await resumeJournal(deps, applicationId, 'looked');
    await one.beat();
    expect(one.forged).toEqual([applicationId, applicationId]);
    expect(one.stops().applications).toContain(applicationId);
    await change('confirmed-lost');
    await one.beat();
    await acceptLoss(deps, { applicationId, lost: [], because: 'looked', incomplete: true });
    await one.beat();
    expect(one.forged).toEqual([applicationId, applicationId]);
    expect(one.refusal(applicationId)).toBeUndefined();
  });

  it('is not lifted while a replica that starts waits for another one', async () => {
    const applicationId = randomUUID();
    await stop(applicationId);
    const one = await waitingReplica(() => forge(applicationId));
    await one.begin();
    expect(one.forged).toEqual([applicationId]);
    expect(one.refusal(applicationId)).toBeDefined();
  });

  it.each([
    ['with its row, while a replica looks', removed],
    ['by an acceptance', `update wallet.losses set time_accepted = now() where application_id = $1`],
  ])('is not lifted %s, also if it looks at a server anew, until it is accepted', async (_, lift) => {
    const applicationId = randomUUID();
    await stop(applicationId);
    const one = replica();
    await one.begin();
    one.forged.length = 0;
    await asOwner(lift, applicationId);
    await forgetBeat(one);
    await one.beat();
    expect(one.forged).toEqual([applicationId]);
    expect(one.refusal(applicationId)).toBeDefined();
    // As `resume every`, after a restore.
    await resumeJournal(deps, applicationId, 'restored');
    await acceptRestore(deps, 'restored');
    await forgetBeat(one);
    await one.beat();
    expect(one.forged).toEqual([applicationId]);
    expect(one.refusal(applicationId)).toBeUndefined();
  });

  it('is known from the time when the replica itself stopped the journal', async () => {
    const [before, during] = [randomUUID(), randomUUID()];
    const one = replica();
    await one.begin();
    one.forged.length = 0;
    await one.stopJournal(before, 'journal-broken', {});
    const beaten = one.beat();
    await Promise.all([one.stopJournal(during, 'journal-broken', {}), beaten]);
    for (const id of [before, during]) await forge(id);
    await one.beat();
    expect(one.forged.toSorted()).toEqual([before, during].toSorted());
    for (const id of [before, during]) {
      expect(one.refusal(id)).toBeDefined();
      await resumeJournal(deps, id, 'looked');
    }
    await one.beat();
    for (const id of [before, during]) expect(one.refusal(id)).toBeUndefined();
  });

  it('is known from the time when the replica itself noticed the loss', async () => {
    const applicationId = randomUUID();
    const one = await waitingReplica(() => asOwner(removed, applicationId));
    one.told.add({ entry: signedEntry(applicationId) });
    await one.begin();
    expect(one.forged).toEqual([applicationId]);
    expect(one.stops().applications).toContain(applicationId);
  });
});

/** Does what it does, and fails the first time, as a connection does that is lost before the answer. */
function failingOnce<Input extends unknown[], Result>(work: (...input: Input) => Promise<Result>) {
  let calls = 0;
  return async (...input: Input): Promise<Result> => {
    const result = await work(...input);
    if (calls++ === 0) throw new Error('the connection was lost');
    return result;
  };
}

describe('a replica that looks at another server', () => {
  it('waits for one that it knew, though the server lacks its row', async () => {
    let waits = 0;
    const other = replica();
    const one = replica(async () => {
      waits += 1;
      await other.beat();
    });
    for (const each of [one, other]) await each.begin();
    await one.beat();
    // As on a standby that was behind when the other one started.
    for (const each of [one, other]) await forgetBeat(each);
    await one.beat();
    expect(waits).toBe(1);
  });

  it('records a loss once, and keeps it, though it does not learn that its first look was committed', async () => {
    const applicationId = randomUUID();
    const kept: Lost[] = [];
    const one = replica(undefined, {
      changed: (store) => ({ ...store, compare: failingOnce(store.compare) }),
      keep: (lost) => Promise.resolve(void kept.push(...lost)),
    });
    one.told.add({ entry: signedEntry(applicationId) });
    await expect(one.begin()).rejects.toThrow('lost');
    await one.begin();
    expect(kept).toMatchObject([{ applicationId, lossId: await lossIdOf(applicationId) }]);
    const { rowCount } = await pool.query('select from losses where application_id = $1', [applicationId]);
    expect(rowCount).toBe(1);
  });

  it('records a missing key once, though it looks again before its next beat', async () => {
    const applicationId = randomUUID();
    const one = replica();
    one.told.add({ applicationId, wrappedKey: Buffer.from('wrapped') });
    await one.begin();
    await forgetBeat(one);
    await one.beat();
    const { rowCount } = await pool.query('select from losses where application_id = $1', [applicationId]);
    expect(rowCount).toBe(1);
  });

  it('keeps what is lost before it waits for others, and when it stops', async () => {
    const kept: string[] = [];
    const fullUntil = (count: number) => (): Promise<void> =>
      kept.push('kept') > count ? Promise.resolve() : Promise.reject(new Error('no space left'));
    const waited = () => Promise.resolve(kept.push('waited'));
    const one = await waitingReplica(waited, { keep: fullUntil(1) });
    one.told.add({ entry: signedEntry(randomUUID()) });
    await one.begin();
    expect(kept).toEqual(['kept', 'waited', 'kept']);
    const another = replica(undefined, { keep: fullUntil(5) });
    another.told.add({ entry: signedEntry(randomUUID()) });
    await expect(another.begin()).rejects.toThrow('space');
    await another.keep();
    expect(kept.slice(3)).toEqual(['kept', 'kept', 'kept']);
  });
});

it('a stop that could not be written holds, and is written with the next beat', async () => {
  const applicationId = randomUUID();
  const one = replica(undefined, {
    changed: (store) => {
      const stopJournal = failingOnce(() => Promise.resolve([]));
      return {
        ...store,
        stopJournal: async (...stop) => (await stopJournal(), store.stopJournal(...stop)),
      };
    },
  });
  await one.begin();
  await expect(one.stopJournal(applicationId, 'journal-forked', {})).rejects.toThrow('lost');
  expect(await lossIdOf(applicationId)).toBe('');
  await one.beat();
  expect(one.refusal(applicationId)).toBeDefined();
  expect(await lossIdOf(applicationId)).not.toBe('');
  await one.beat();
  expect(one.refusal(applicationId)).toBeDefined();
  await resumeJournal(deps, applicationId, 'looked');
  await one.beat();
  expect(one.refusal(applicationId)).toBeUndefined();
});

it('an acceptance that is signed while a replica looks at a forged one is not undone', async () => {
  const applicationId = randomUUID();
  await stop(applicationId);
  await resumeJournal(deps, applicationId, 'looked');
  const { rows } = await pool.query<{ time: string; mac: Buffer }>(
    'select time_accepted::text as time, acceptance_mac as mac from losses where application_id = $1',
    [applicationId],
  );
  await forge(applicationId);
  const { looking } = await inTransaction(pool, async (transaction) => {
    await transaction.query(
      'update losses set time_accepted = $2::timestamptz, acceptance_mac = $3 where application_id = $1',
      [applicationId, rows[0]?.time, rows[0]?.mac],
    );
    const compared = storeOf().compare(createTold());
    await untilSomebodyWaits();
    return { looking: compared };
  });
  const { forged } = await looking;
  expect(forged.map((each) => each.applicationId)).not.toContain(applicationId);
  const open = await pool.query('select from losses where application_id = $1 and time_accepted is null', [
    applicationId,
  ]);
  expect(open.rowCount).toBe(0);
});

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== 0) return;
  }
}
