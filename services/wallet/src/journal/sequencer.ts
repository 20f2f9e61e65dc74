import { randomInt } from 'node:crypto';
import type { AppError } from '@wallet-service/errors';
import type { RowAlarm } from '@wallet-service/runtime';
import { createGathered } from '@wallet-service/values';
import type { Tampered } from '../wallets/tampering.js';
import { chainsToImport, importChain, type ImportDeps } from './import-chain-store.js';
import { beginLogs, isOfOneLog } from './log-store.js';
import {
  integrateBatch,
  isAnyPending,
  lookForWaiting,
  newestPending,
  type DueApplication,
  type Integrated,
} from './sequencer-store.js';

export type Sequencer = {
  /**
   * Moves the pending entries of all applications to their journals, unless another replica is doing so. Call
   * it several times a second. Resolves to whether any entry was pending.
   */
  readonly turn: () => Promise<boolean>;
  /**
   * Resolves when the journal of an application contains all entries that were durable before the call, unless
   * the journal is broken, which is reported, or is still a hash chain.
   */
  readonly integrate: (applicationId: string) => Promise<void>;
  /**
   * Makes logs of the journals that are hash chains of an earlier version. Any number of replicas may do it at once.
   * A broken one is reported, and tried again by a later call when it is not stopped any more. Rejects if one could not
   * be imported for another reason, when all others were tried.
   */
  readonly importChains: () => Promise<void>;
  /** Why nothing may be appended to an application's journal. Undefined if it may. */
  readonly refusal: (applicationId: string) => AppError | undefined;
};

export type SequencerDeps = ImportDeps & {
  /** How long entries gather. */
  readonly waitMs: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly tampered: Tampered;
  /**
   * Called for each row that the service did not write, or whose entry is already in the journal. Such a row is
   * not moved and delays nothing.
   */
  readonly onRefused: RowAlarm<'pending'>;
  /** Called when entries were moved. */
  readonly onIntegrated?: (entries: number, seconds: number) => void;
};

const mostApplications = 100;
/** Entries of one transaction, divided among its applications. */
const mostEntries = 1_000;
/** Of one turn, so that it ends under any load. */
const mostTransactions = 20;
/** How long a broken journal is left alone. */
const leftOutMs = 10_000;

type Broken = { readonly until: number; readonly refusal: AppError };

export function createSequencer(deps: SequencerDeps): Sequencer {
  const { database, waitMs, now, tampered } = deps;
  const broken = new Map<string, Broken>();
  /** In the last turn. */
  let didWait = false;

  const isLeftOut = (applicationId: string): boolean => (broken.get(applicationId)?.until ?? 0) > now();

  /** Reports the journal as broken. Rethrows any other failure. */
  function leaveOut(applicationId: string, error: unknown): void {
    if (!isOfOneLog(error)) throw error;
    const refusal = tampered('journal-broken', { applicationId });
    broken.set(applicationId, { until: now() + leftOutMs, refusal });
  }

  /** If one journal is broken, each of the others is written by itself. */
  async function integrateAll(
    applicationIds: readonly string[],
    limit: number,
  ): Promise<readonly Integrated[]> {
    try {
      return [await integrateOnce(deps, applicationIds, limit, 'skip')];
    } catch (error) {
      if (!isOfOneLog(error)) throw error;
    }
    const done: Integrated[] = [];
    for (const id of applicationIds)
      try {
        done.push(await integrateOnce(deps, [id], limit, 'skip'));
      } catch (error) {
        leaveOut(id, error);
      }
    return done;
  }

  // Whoever waits for a log holds a connection, so all callers of an application wait with one.
  const askedTogether = createGathered<undefined, undefined>(async (applicationId, callers) => {
    await integrateWhatWaits(deps, applicationId).catch((error: unknown) => {
      leaveOut(applicationId, error);
    });
    return callers;
  });

  return {
    async turn() {
      // Also while nothing waits: while an application is refused, nothing of it does.
      for (const id of [...broken.keys()]) if (!isLeftOut(id)) broken.delete(id);
      // Asked first only where nothing waited before: it reads rows that are gone, of which there are many under load.
      if (!didWait && !(await isAnyPending(database))) return false;
      didWait = false;
      const except = new Set(broken.keys());
      for (let transaction = 0; transaction < mostTransactions; transaction++) {
        // Who has begun to move entries moves what has come meanwhile, too.
        const asked = {
          waitMs: transaction === 0 ? waitMs : 0,
          except: [...except],
          limit: mostApplications,
        };
        const { anyWaits, due } = await lookForWaiting(database, asked);
        didWait ||= anyWaits;
        if (due.length === 0) break;
        await beginUnknown(deps, due);
        const limit = Math.ceil(mostEntries / due.length);
        const ids = due.map(({ applicationId }) => applicationId);
        const moved = new Map((await integrateAll(ids, limit)).flatMap(({ reached }) => [...reached]));
        const isLeft = [...moved.values()].some(({ rows }) => rows === limit);
        if (!isLeft && due.length < mostApplications) break;
        // Another replica moves those that were skipped.
        for (const id of ids) if (!moved.has(id)) except.add(id);
      }
      return didWait;
    },

    async integrate(applicationId) {
      if (!isLeftOut(applicationId)) await askedTogether(applicationId, [undefined]);
    },

    importChains: () => importChains(deps, new Set(broken.keys()), leaveOut),

    refusal: (applicationId) => broken.get(applicationId)?.refusal,
  };
}

/** `tried`: those that are left alone, to which it adds. */
async function importChains(
  deps: SequencerDeps,
  tried: Set<string>,
  leaveOut: (applicationId: string, error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const found = await chainsToImport(deps.database, [...tried]);
    if (found.length === 0) break;
    // Each replica begins elsewhere.
    const start = randomInt(found.length);
    for (const id of [...found.slice(start), ...found.slice(0, start)]) {
      tried.add(id);
      try {
        await importChain(deps, id);
      } catch (error) {
        if (isOfOneLog(error)) leaveOut(id, error);
        else failures.push(new Error(`the journal of ${id} cannot be imported`, { cause: error }));
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function beginUnknown(
  { database, macs }: SequencerDeps,
  due: readonly DueApplication[],
): Promise<void> {
  const unknown = due.filter(({ hasLog }) => !hasLog).map(({ applicationId }) => applicationId);
  if (unknown.length > 0) await beginLogs(database, macs, unknown);
}

async function integrateWhatWaits(deps: SequencerDeps, applicationId: string): Promise<void> {
  const newest = await newestPending(deps.database, applicationId);
  if (newest === undefined) return;
  await beginLogs(deps.database, deps.macs, [applicationId]);
  for (;;) {
    const { reached } = await integrateOnce(deps, [applicationId], mostEntries, 'wait');
    const { last } = reached.get(applicationId) ?? {};
    if (last === undefined || last >= newest) return;
  }
}

async function integrateOnce(
  { database, macs, onRefused, onIntegrated }: SequencerDeps,
  applicationIds: readonly string[],
  limit: number,
  others: 'skip' | 'wait',
): Promise<Integrated> {
  const started = process.hrtime.bigint();
  const integrated = await integrateBatch(database, macs, applicationIds, { limit, others });
  for (const { row, what } of integrated.refused)
    onRefused('pending', { applicationId: row.application_id, pendingId: row.pending_id.toString(), what });
  if (integrated.entries > 0)
    onIntegrated?.(integrated.entries, Number(process.hrtime.bigint() - started) / 1e9);
  return integrated;
}
