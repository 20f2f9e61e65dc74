import { randomBytes, randomUUID } from 'node:crypto';
import { checkpointStore } from '../src/checkpoints/checkpoint-store.js';
import {
  acceptLoss,
  examineLoss,
  IncompleteLoss,
  resumeJournal,
  type AcceptDeps,
} from '../src/durability/accept-stops-store.js';
import { continuityStore } from '../src/durability/continuity-store.js';
import type { Stops } from '../src/durability/stops.js';
import { createTold } from '../src/durability/told.js';
import { createJournalMacs, type JournalMacs } from '../src/journal/journal-macs.js';
import { insertPending } from '../src/journal/pending-store.js';
import { asOwnerOf } from './hostile-kit.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { eventKey, macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

// Somebody who writes to the database lifts a stop.

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let deps: AcceptDeps;
beforeAll(async () => {
  database = await walletDatabase('wallet_signed_acceptances');
  pool = database.replica();
  deps = { database: pool, macs, now: Date.now, newId: randomUUID };
});
afterAll(() => database.end());

const newReplica = (known = macs) =>
  continuityStore({ database: pool, replicaId: randomUUID(), newId: randomUUID, macs: known });
const stop = (applicationId: string) =>
  newReplica().stopJournal(applicationId, 'journal-forked', { size_seen: 9 });
const refused = { code: 'service.unavailable' };

describe('an acceptance that nobody with the event key signed', () => {
  const forge = (applicationId: string): Promise<unknown> =>
    pool.query('update losses set time_accepted = clock_timestamp() where application_id = $1', [
      applicationId,
    ]);
  /** A replica that has looked, and beats. */
  const beating = async () => {
    const one = newReplica();
    const told = createTold();
    const { server } = await one.compare(told);
    const beat = async (known: Stops['rows']) => {
      const looked = await one.beat(server, told.nextBeat(), known);
      if (!looked) throw new Error('another server');
      return looked;
    };
    return { beat };
  };
  const refuses = (applicationId: string) =>
    expect(insertPending(pool, macs, [signedEntry(applicationId)])).rejects.toMatchObject(refused);

  it.each([
    ['by the role of the service', forge],
    [
      'by the owner, who removes the row',
      (id: string) => asOwnerOf(database.url, 'delete from wallet.losses where application_id = $1', id),
    ],
  ])('%s, is undone by the next beat and reported', async (_, lift) => {
    const applicationId = randomUUID();
    await stop(applicationId);
    const { beat } = await beating();
    const { stops } = await beat([]);
    await lift(applicationId);
    const looked = await beat(stops.rows);
    expect(looked.forged).toMatchObject([{ applicationId, reason: 'journal-forked' }]);
    expect(looked.stops.journals).toContain(applicationId);
    await refuses(applicationId);
    await resumeJournal(deps, applicationId, 'looked');
    expect(await beat(looked.stops.rows)).toMatchObject({ forged: [] });
    await insertPending(pool, macs, [signedEntry(applicationId)]);
  });

  it.each([`now() - interval '1 day'`, `'infinity'`, `'294000-01-01'`])(
    'is undone by a replica that starts, also one of a stop that never was, at %s',
    async (time) => {
      const applicationId = randomUUID();
      await pool.query(
        `insert into losses (application_id, loss_id, replica_id, wallets, entries, time_noticed, time_accepted,
         acceptance_mac)
       values ($1, gen_random_uuid(), gen_random_uuid(), 0, 0, now(), ${time}, sha256('guess'))`,
        [applicationId],
      );
      const told = createTold();
      const { forged } = await newReplica().compare(told);
      expect(forged).toMatchObject([{ applicationId, reason: 'confirmed-lost' }]);
      await refuses(applicationId);
      await acceptLoss(deps, { applicationId, lost: [], because: 'looked', incomplete: true });
      expect((await newReplica().compare(told)).forged).toEqual([]);
    },
  );

  it('of another row or time does not fit', async () => {
    const [genuine, applicationId] = [randomUUID(), randomUUID()];
    await stop(genuine);
    await resumeJournal(deps, genuine, 'looked');
    await pool.query(
      `insert into losses (application_id, loss_id, replica_id, reason, details, wallets, entries, time_noticed,
         time_accepted, acceptance_mac)
       select case when moved then application_id else $2 end, gen_random_uuid(), replica_id, reason, details, 0, 0,
         time_noticed, time_accepted, acceptance_mac
       from losses cross join unnest(array[true, false]) as moved where application_id = $1`,
      [genuine, applicationId],
    );
    const told = createTold();
    const { forged } = await newReplica().compare(told);
    expect(forged.map((each) => each.applicationId).sort()).toEqual([genuine, applicationId].sort());
    for (const id of [genuine, applicationId]) await resumeJournal(deps, id, 'looked');
  });

  it('begins no generation: the journal is broken until an operator resumes it', async () => {
    const applicationId = randomUUID();
    await journalUnderTest(pool).write(signedEntry(applicationId));
    const logs = checkpointStore(unarchived(pool), macs);
    await stop(applicationId);
    await forge(applicationId);
    await expect(logs.read(applicationId)).rejects.toMatchObject({ finding: 'journal-broken' });
    await stop(applicationId);
    await resumeJournal(deps, applicationId, 'looked');
    expect((await logs.read(applicationId)).now.generation).toBeGreaterThan(1);
  });

  it('is not one of an earlier event key, and gets a MAC of the newest', async () => {
    await asOwnerOf(database.url, 'delete from wallet.losses');
    const applicationId = randomUUID();
    await stop(applicationId);
    await resumeJournal(deps, applicationId, 'looked');
    const secret = randomBytes(32);
    const looks = async (known: JournalMacs) => {
      const told = createTold();
      const { forged } = await newReplica(known).compare(told);
      return forged.map((each) => each.applicationId);
    };
    expect(await looks(createJournalMacs(secret, undefined, { previousSecret: eventKey }))).toEqual([]);
    expect(await looks(createJournalMacs(secret, undefined))).toEqual([]);
    expect(await looks(macs)).toEqual([applicationId]);
    await resumeJournal(deps, applicationId, 'looked');
  });
});

it('nothing is signed by a look, nor before it is known that all can be put back', async () => {
  const applicationId = randomUUID();
  await newReplica().stopJournal(applicationId, 'confirmed-lost' as never, {});
  const signed: string[] = [];
  const watched: AcceptDeps = {
    ...deps,
    macs: {
      ...macs,
      ofAcceptance: (acceptance) => {
        signed.push(acceptance.applicationId);
        return macs.ofAcceptance(acceptance);
      },
    },
  };
  const loss = { applicationId, lost: [], because: 'looked', incomplete: false };
  expect((await examineLoss(watched, loss)).untold).toHaveLength(1);
  await expect(acceptLoss(watched, loss)).rejects.toThrow(IncompleteLoss);
  expect(signed).toEqual([]);
  await acceptLoss(watched, { ...loss, incomplete: true });
  expect(signed).toEqual([applicationId]);
});
