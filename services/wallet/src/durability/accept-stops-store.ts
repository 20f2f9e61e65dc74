import type { Pool, PoolClient } from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import { giveUpChain, type GivenUpChain } from '../journal/give-up-chain-store.js';
import type { JournalMacs } from '../journal/journal-macs.js';
import { everyApplication } from '../wallets/journal-stopped.js';
import { insertPending } from '../journal/pending-store.js';
import { entryOfApplicationEvent } from '../journal/wallet-event.js';
import { applicationKeyMark, mark } from '../wallets/wallet-marks-store.js';
import type { Wallet } from '../wallets/wallet.js';
import { signAcceptances } from './acceptance-store.js';
import { hasKey, missingEntries, missingWallets, type Lost } from './continuity-store.js';
import { importWallet, type NotImported } from './import-wallet-store.js';

/** Why an application is stopped, as one replica noticed it. */
export type Stop = {
  readonly lossId: string;
  readonly reason: string;
  readonly details: string;
  readonly replicaId: string;
  readonly wallets: number;
  readonly entries: number;
  readonly timeNoticed: Date;
};

/** What is put back of what an application lost. */
export type Acceptance = {
  readonly stops: readonly Stop[];
  readonly imported: { readonly wallets: number; readonly entries: number; readonly keys: number };
  /** Of these, no file tells what was lost. */
  readonly untold: readonly Stop[];
  readonly notImported: readonly NotImported[];
};

export type AcceptDeps = {
  /** Connections that no guard watches. */
  readonly database: Pool;
  readonly macs: JournalMacs;
  readonly now: () => number;
  readonly newId: () => string;
};

export type AcceptLoss = {
  readonly applicationId: string;
  /** What the files tell, of any application. */
  readonly lost: readonly Lost[];
  readonly because: string;
  /** Also if something that was lost can't be put back. */
  readonly incomplete: boolean;
};

/** Thrown if something can't be put back. Nothing was changed. */
export class IncompleteLoss extends Error {
  readonly acceptance: Acceptance;

  constructor(acceptance: Acceptance) {
    super('something that was lost cannot be put back');
    this.acceptance = acceptance;
  }
}

/**
 * Puts back what the application lost, writes to its journal that it did, and lets it go on, all in one transaction.
 * The log of the journal goes on in a new generation. Throws IncompleteLoss.
 */
export function acceptLoss(deps: AcceptDeps, loss: AcceptLoss): Promise<Acceptance> {
  const { applicationId } = loss;
  return inTransaction(
    deps.database,
    async (transaction) => {
      const acceptance = await putBack(transaction, deps, loss);
      await signAcceptances(transaction, deps.macs, applicationId, acceptance.stops);
      return acceptance;
    },
    { applicationId },
  );
}

/** What `acceptLoss` would do. Changes nothing, and signs nothing. */
export async function examineLoss(deps: AcceptDeps, loss: AcceptLoss): Promise<Acceptance> {
  const { applicationId } = loss;
  let found: Acceptance | undefined;
  const undone = new Error('only a look');
  const look = async (transaction: PoolClient): Promise<never> => {
    // A stop of every application is accepted before.
    await lift(transaction, everyApplication, true);
    found = await putBack(transaction, deps, { ...loss, incomplete: true });
    throw undone;
  };
  await inTransaction(deps.database, look, { applicationId }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  if (!found) throw new Error('nothing was examined');
  return found;
}

/** Lets every application go on that lost nothing itself. */
export async function acceptForgotten({ database, macs }: AcceptDeps): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const stops = await lift(transaction, everyApplication, true);
    await signAcceptances(transaction, macs, everyApplication, stops);
  });
}

/**
 * Lets the journal of an application go on after somebody has looked, and writes that to it. The log of the journal
 * goes on in a new generation. Resolves to why it was stopped: nothing if it was not. Rejects with `journalStopped()`
 * if the application has lost something that must be accepted first.
 */
export function resumeJournal(
  deps: AcceptDeps,
  applicationId: string,
  because: string,
): Promise<readonly Stop[]> {
  return inTransaction(
    deps.database,
    async (transaction) => {
      const stops = await lift(transaction, applicationId, false);
      if (stops.length === 0) return stops;
      const entry = await entryOf(transaction, deps, applicationId, {
        operation: 'journal.resumed',
        details: { because, findings: stops.map(factsOf) },
      });
      await insertPending(transaction, deps.macs, [entry]);
      await signAcceptances(transaction, deps.macs, applicationId, stops);
      return stops;
    },
    { applicationId },
  );
}

/**
 * Lets the journal of an application go on whose hash chain, of an earlier version, is not whole. Its log takes the
 * entries as they stand, and says so in its next entry. Undefined: it has no chain, and nothing was changed. Rejects
 * with BrokenLog if that cannot be.
 */
export function resumeWithoutChain(
  deps: AcceptDeps,
  applicationId: string,
  because: string,
): Promise<GivenUpChain | undefined> {
  const { database, macs, now, newId } = deps;
  return inTransaction(
    database,
    async (transaction) => {
      await transaction.query(`set local statement_timeout = '10min'`);
      const missing = { applicationId, event: 'journal.entry_missing', details: { because } };
      const given = await giveUpChain(transaction, macs, applicationId, (seq) => ({
        seq,
        entry: entryOfApplicationEvent(missing, now(), newId()),
      }));
      if (!given) return undefined;
      const stops = await lift(transaction, applicationId, false);
      const entry = await entryOf(transaction, deps, applicationId, {
        operation: 'journal.chain_given_up',
        details: { because, findings: stops.map(factsOf), ...given },
      });
      await insertPending(transaction, macs, [entry]);
      await signAcceptances(transaction, macs, applicationId, stops);
      return given;
    },
    { applicationId },
  );
}

/**
 * Records that the database was restored. The log of every journal goes on in a new generation. So what signers and
 * witnesses know of the old ones stops nothing.
 */
export async function acceptRestore({ database, macs, newId }: AcceptDeps, because: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const lossId = newId();
    await transaction.query(
      `insert into losses (application_id, loss_id, replica_id, reason, details, wallets, entries, time_noticed,
         time_accepted)
       values ($1, $2, $1, 'journal-rolled-back', $3, 0, 0, clock_timestamp(), clock_timestamp())`,
      [everyApplication, lossId, JSON.stringify({ because })],
    );
    await signAcceptances(transaction, macs, everyApplication, [{ lossId }]);
  });
}

/** Entries of one statement. */
const atOnce = 1_000;

async function putBack(
  transaction: PoolClient,
  deps: AcceptDeps,
  { applicationId, lost, because, incomplete }: AcceptLoss,
): Promise<Acceptance> {
  // A loss may be large, and nobody waits for it.
  await transaction.query(`set local statement_timeout = '10min'`);
  const stops = await lift(transaction, applicationId, true);
  const losses = stops.filter(({ reason }) => reason === 'confirmed-lost');
  const ids = new Set(losses.map(({ lossId }) => lossId));
  const told = lost.filter(({ lossId }) => ids.has(lossId));
  const untold = losses.filter(({ lossId }) => !told.some((each) => each.lossId === lossId));
  const keys = await importKey(transaction, applicationId, told);
  const wallets = await missingWallets(transaction, applicationId, newestOf(told));
  const notImported: NotImported[] = [];
  for (const wallet of wallets) {
    const refusal = await importWallet(transaction, wallet);
    if (refusal) notImported.push(refusal);
  }
  const entries = await missingEntries(transaction, applicationId, entriesOf(told));
  const imported = { wallets: wallets.length - notImported.length, entries: entries.length, keys };
  const acceptance = { stops, imported, untold, notImported };
  if (!incomplete && (untold.length > 0 || notImported.length > 0)) throw new IncompleteLoss(acceptance);
  if (stops.length === 0) return acceptance;
  const entry = await entryOf(transaction, deps, applicationId, {
    operation: 'journal.loss_accepted',
    details: {
      because,
      losses: stops.map(factsOf),
      imported,
      not_imported: notImported.length,
      untold: untold.length,
    },
  });
  const all = [entry, ...entries];
  for (let at = 0; at < all.length; at += atOnce)
    await insertPending(transaction, deps.macs, all.slice(at, at + atOnce));
  return acceptance;
}

type StopRow = {
  loss_id: string;
  reason: string;
  details: string;
  replica_id: string;
  wallets: number;
  entries: number;
  time_noticed: Date;
};

/**
 * Lets go on what is stopped, until `signAcceptances` says that this was an operator. `losses`: also what the database
 * lost, and not only what was found wrong with the journal.
 */
async function lift(
  transaction: PoolClient,
  applicationId: string,
  losses: boolean,
): Promise<readonly Stop[]> {
  const { rows } = await transaction.query<StopRow>(
    `update losses set time_accepted = clock_timestamp()
     where application_id = $1 and time_accepted is null and ($2 or reason <> 'confirmed-lost')
     returning loss_id, reason, details, replica_id, wallets, entries, time_noticed`,
    [applicationId, losses],
  );
  return rows.map((row) => ({
    lossId: row.loss_id,
    reason: row.reason,
    details: row.details,
    replicaId: row.replica_id,
    wallets: row.wallets,
    entries: row.entries,
    timeNoticed: row.time_noticed,
  }));
}

function factsOf({ reason, details, replicaId, wallets, entries, timeNoticed }: Stop): object {
  const time = timeNoticed.toISOString();
  return { reason, found: JSON.parse(details) as object, replica_id: replicaId, wallets, entries, time };
}

async function importKey(
  transaction: PoolClient,
  applicationId: string,
  told: readonly Lost[],
): Promise<number> {
  const wrappedKey = told.find((each) => each.wrappedKey)?.wrappedKey;
  if (!wrappedKey || (await hasKey(transaction, applicationId))) return 0;
  await transaction.query(
    `insert into application_keys (application_id, wrapped_key, time_created)
     values ($1, $2, clock_timestamp())`,
    [applicationId, Buffer.from(wrappedKey)],
  );
  await mark(transaction, applicationId, applicationKeyMark);
  return 1;
}

/** Of each wallet the newest version. */
function newestOf(told: readonly Lost[]): readonly Wallet[] {
  const newest = new Map<string, Wallet>();
  for (const wallet of told.flatMap(({ wallets }) => wallets))
    if ((newest.get(wallet.id)?.recordVersion ?? 0) < wallet.recordVersion) newest.set(wallet.id, wallet);
  return [...newest.values()];
}

/** Two replicas remember different entries. Each is listed once even so. In the order of their time. */
function entriesOf(told: readonly Lost[]): readonly JournalEntry[] {
  const byName = new Map(
    told
      .flatMap(({ entries }) => entries)
      .map((entry) => [`${entry.requestId} ${entry.kind} ${entry.walletId} ${entry.recordedAtMs}`, entry]),
  );
  return [...byName.values()].toSorted((one, other) => one.recordedAtMs - other.recordedAtMs);
}

async function entryOf(
  transaction: PoolClient,
  { now, newId }: AcceptDeps,
  applicationId: string,
  { operation, details }: { readonly operation: string; readonly details: object },
): Promise<JournalEntry> {
  const { rows } = await transaction.query<{ note: string }>(
    `select note from journal_checkpoints where application_id = $1
     order by generation desc, size desc limit 1`,
    [applicationId],
  );
  const last = { last_checkpoint: rows[0]?.note ?? null };
  const event = { applicationId, event: operation, details: { ...details, ...last } };
  return entryOfApplicationEvent(event, now(), newId());
}
