import { randomUUID } from 'node:crypto';
import { insertPending } from '../src/journal/pending-store.js';
import { createSequencer } from '../src/journal/sequencer.js';
import { noKey } from './journal-under-test.js';
import { asOwnerOf } from './hostile-kit.js';
import { signedEntry } from './signed-entry.js';
import { macs, nothingRefused } from './test-macs.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// How many transactions move the entries of many applications.

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_turns');
});
afterAll(() => database.end());

const manyEntries = (applicationId: string, count: number) =>
  Array.from({ length: count }, () => signedEntry(applicationId, { decision: '' }));

describe('of several replicas whose entries wait for each other', () => {
  const waitMs = 60_000;
  /** What each turn moves in each transaction. */
  const turns = () => {
    const moved: number[] = [];
    const turn = createSequencer({
      ...{ database: database.replica(2), macs, checkpointKeyOf: noKey, waitMs, now: Date.now },
      ...{ tampered: untampered, onRefused: nothingRefused, onIntegrated: (entries) => moved.push(entries) },
    }).turn;
    return async (): Promise<readonly number[]> => {
      await turn();
      return moved.splice(0);
    };
  };
  const waited = (applicationId: string): Promise<unknown> =>
    asOwnerOf(
      database.url,
      `update wallet.journal_pending set time_pending = time_pending - interval '61 seconds'
       where application_id = $1`,
      applicationId,
    );

  /** Three entries of each of 20 applications. Only those of one have waited long enough. */
  const someHaveWaited = async (): Promise<void> => {
    const applications = Array.from({ length: 20 }, () => randomUUID());
    const pool = database.replica(1);
    for (const id of applications) await insertPending(pool, macs, manyEntries(id, 3));
    expect(await turns()()).toEqual([]);
    await waited(applications[7] ?? '');
  };

  it('the first that finds one that has waited moves those of all applications, and the others none', async () => {
    await someHaveWaited();
    expect(await turns()()).toEqual([60]);
    expect(await turns()()).toEqual([]);
  });

  it('those that find one at the same moment share the applications, and move each entry once', async () => {
    await someHaveWaited();
    const moved = await Promise.all(Array.from({ length: 4 }, () => turns()()));
    const sum = moved.flat().reduce((one, other) => one + other, 0);
    expect(sum).toBe(60);
    expect(await turns()()).toEqual([]);
  });

  it('a rush keeps the rest of a turn, though it has not waited', async () => {
    const [rush, other] = [randomUUID(), randomUUID()];
    const pool = database.replica(1);
    await insertPending(pool, macs, manyEntries(rush, 2_100));
    await insertPending(pool, macs, manyEntries(other, 1));
    await waited(other);
    expect(await turns()()).toEqual([501, 1_000, 600]);
  });
});
