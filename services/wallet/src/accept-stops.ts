import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AppError } from '@wallet-service/errors';
import { createPool } from '@wallet-service/postgres';
import type { Logger } from '@wallet-service/runtime';
import { uuidV7 } from '@wallet-service/values';
import type { Config } from './config.js';
import {
  acceptForgotten,
  acceptLoss,
  acceptRestore,
  examineLoss,
  resumeJournal,
  resumeWithoutChain,
  type Acceptance,
  type AcceptDeps,
  type Stop,
} from './durability/accept-stops-store.js';
import { openStops, type Lost } from './durability/continuity-store.js';
import { readLossFiles } from './durability/loss-file-store.js';
import { BrokenLog } from './journal/broken-log.js';
import { createJournalMacs } from './journal/journal-macs.js';
import { everyApplication } from './wallets/journal-stopped.js';

/** What a command of an operator needs. `say`: writes a line for them. */
export type OperatorDeps = {
  readonly config: Config;
  readonly eventKey: Uint8Array;
  readonly logger: Logger;
  readonly say: (line: string) => void;
};

const usage = {
  acceptLoss: 'accept-loss [APPLICATION] [--because TEXT [--incomplete]]',
  resume: 'resume APPLICATION|every --because TEXT [--give-up-chain]',
};

/**
 * Shows what the database lost. With `--because` it puts back what the files of all replicas have, and lets the
 * applications go on. Resolves to whether all was done, or could be.
 */
export async function acceptLossCommand(deps: OperatorDeps, args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { because: { type: 'string' }, incomplete: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { because, incomplete = false } = values;
  const [only, more] = positionals;
  if (more !== undefined || because?.trim() === '') return wrongUsage(deps, usage.acceptLoss);
  return withDatabase(deps, async (accepting) => {
    const { applications: stopped } = await openStops(accepting.database);
    const every = stopped.has(everyApplication);
    if (every && only !== undefined) return wrongUsage(deps, 'accept-loss, without an application');
    const ids = [...stopped].filter((id) => id !== everyApplication && (only ?? id) === id);
    const losses = { every, ids, lost: await readLossFiles(deps.config.lossDirectory, deps.eventKey) };
    const isWhole = await showLosses(deps, accepting, losses);
    if (because === undefined) return isWhole;
    if (!isWhole && !incomplete) {
      deps.say('Nothing was accepted. Bring what is missing, or give --incomplete to go on without it.');
      return false;
    }
    // Nothing can be written while every application is stopped.
    if (every) await acceptForgotten(accepting);
    for (const applicationId of ids) {
      await acceptLoss(accepting, { applicationId, lost: losses.lost, because, incomplete });
      deps.say(`${applicationId}: accepted. It goes on, and the log of its journal has a new generation.`);
    }
    return true;
  });
}

type Losses = { readonly every: boolean; readonly ids: readonly string[]; readonly lost: readonly Lost[] };

/** Changes nothing. Resolves to whether all can be put back. */
async function showLosses(
  { config, say }: OperatorDeps,
  accepting: AcceptDeps,
  { every, ids, lost }: Losses,
): Promise<boolean> {
  say(`Files are read from ${config.lossDirectory}. Each has a part of what was lost.`);
  if (every) say('Every application is stopped: a replica has forgotten some of what is missing.');
  if (ids.length === 0 && !every) say('No loss waits to be accepted.');
  let isWhole = true;
  for (const applicationId of ids) {
    const loss = { applicationId, lost, because: '', incomplete: true };
    const examined = await examineLoss(accepting, loss);
    for (const line of linesOf(applicationId, examined)) say(line);
    isWhole &&= examined.untold.length === 0 && examined.notImported.length === 0;
  }
  return isWhole;
}

/**
 * Lets the journal of an application go on, or of every application after a restore. Resolves to whether it was
 * stopped.
 */
export async function resumeCommand(deps: OperatorDeps, args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { because: { type: 'string' }, 'give-up-chain': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [applicationId, more] = positionals;
  const because = values.because?.trim() ?? '';
  const isWithoutChain = values['give-up-chain'] === true;
  if (applicationId === undefined || more !== undefined || because === '')
    return wrongUsage(deps, usage.resume);
  if (isWithoutChain && applicationId === 'every') return wrongUsage(deps, usage.resume);
  return withDatabase(deps, async (accepting) => {
    if (isWithoutChain) return giveUpOne(deps, accepting, applicationId, because);
    if (applicationId !== 'every') return resumeOne(deps, accepting, applicationId, because);
    let isDone = true;
    const { journals } = await openStops(accepting.database);
    for (const id of journals) isDone = (await resumeOne(deps, accepting, id, because)) && isDone;
    await acceptRestore(accepting, because);
    deps.say('The log of every journal goes on in a new generation.');
    return isDone;
  });
}

async function resumeOne(
  { say }: OperatorDeps,
  accepting: AcceptDeps,
  applicationId: string,
  because: string,
): Promise<boolean> {
  say(applicationId);
  try {
    const stops = await resumeJournal(accepting, applicationId, because);
    for (const stop of stops) say(`  lifted: ${textOfStop(stop)}`);
    say(
      stops.length > 0
        ? '  the journal goes on, and its log in a new generation: whoever verifies it sees where and why'
        : '  the journal is not stopped',
    );
    return stops.length > 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say('  NOT lifted: the application has lost something. accept-loss lifts both');
    return false;
  }
}

async function giveUpOne(
  { say }: OperatorDeps,
  accepting: AcceptDeps,
  applicationId: string,
  because: string,
): Promise<boolean> {
  say(applicationId);
  try {
    const given = await resumeWithoutChain(accepting, applicationId, because);
    if (!given) {
      say('  the journal has no hash chain of an earlier version');
      return false;
    }
    const { verified, entries, missing } = given;
    say(`  the log has ${entries} entries: ${verified} were verified, and ${missing} are missing`);
    say('  the journal goes on, and its log in a new generation: whoever verifies it sees where and why');
    return true;
  } catch (error) {
    if (error instanceof BrokenLog) say(`  NOT given up: ${error.message}`);
    else if (error instanceof AppError)
      say('  NOT lifted: the application has lost something. accept-loss lifts that first');
    else throw error;
    return false;
  }
}

function wrongUsage({ say }: OperatorDeps, right: string): false {
  say(`usage: ${right}`);
  return false;
}

async function withDatabase(
  { config, eventKey, logger }: OperatorDeps,
  work: (accepting: AcceptDeps) => Promise<boolean>,
): Promise<boolean> {
  const { url } = config.database;
  const database = createPool({ url, max: 1, logger, applicationName: 'wallet-accept', patient: true });
  try {
    return await work({
      database,
      macs: createJournalMacs(eventKey, undefined),
      now: Date.now,
      newId: () => uuidV7(Date.now(), randomBytes(10)),
    });
  } finally {
    await database.end();
  }
}

function linesOf(applicationId: string, acceptance: Acceptance): readonly string[] {
  const { stops, untold, imported, notImported } = acceptance;
  return [
    applicationId,
    ...stops.map((stop) => `  ${textOfStop(stop)}${untold.includes(stop) ? ': NO FILE tells what' : ''}`),
    `  to put back: ${imported.wallets} wallets, ${imported.entries} entries, ${imported.keys} keys`,
    ...notImported.map(({ walletId, why }) => `  CANNOT be put back: wallet ${walletId}: ${why}`),
  ];
}

function textOfStop({ reason, details, replicaId, wallets, entries, timeNoticed }: Stop): string {
  const noticed = `replica ${replicaId}, ${timeNoticed.toISOString()}`;
  if (reason !== 'confirmed-lost') return `${reason} ${details} (${noticed})`;
  return `lost ${wallets} wallets and ${entries} entries (${noticed})`;
}
