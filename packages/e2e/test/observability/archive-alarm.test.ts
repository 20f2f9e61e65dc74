import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { wrongClock } from '@wallet-service/chaos';
import { repositoryRoot, type TestStack } from '@wallet-service/local-stack';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { until } from '@wallet-service/test-kit/until';
import { ownStack } from '../stacks.js';
import { silent } from './firing.js';
import { itWithPromtool } from './promtool.js';
import { scrape, valueOf, type ScrapedFamily } from './scrape.js';

// What rings JournalNotArchived, on a running stack with an archive: nobody runs the command, or it fails. A stack of
// its own, because what is in the archive takes no more entries of these months.

const alerts = ['JournalNotArchived'];
const halfAYear = { NODE_OPTIONS: wrongClock(182 * 86_400) };

let stack: TestStack;
let folder: string;
let archive: string;
beforeAll(async () => {
  stack = await ownStack({ SYNCHRONOUS_STANDBY: 'warn' });
  folder = mkdtempSync(path.join(tmpdir(), 'archive-alarm-'));
  archive = path.join(folder, 'archive');
  mkdirSync(archive);
  const client = createExpressClient(stack.stack);
  const token = await client.token('alice');
  await client.wallet(token, 'ETH');
  await client.signMessage(token, 'ETH', Buffer.from('hello'));
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

const wallet = () => {
  const found = stack.processes.find(({ name }) => name === 'wallet-0');
  if (!found) throw new Error('there is no wallet service');
  return found;
};
const withArchive = () => ({ JOURNAL_ARCHIVE: `file://${archive}` });

/** Runs the command as a timer does, with the settings of the service. Its exit code, and what it said. */
async function runArchive(more: Readonly<Record<string, string>> = {}) {
  const settings = readFileSync(`/proc/${wallet().pid() ?? 0}/environ`, 'utf8')
    .split('\0')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
    .filter(([name]) => name !== '' && name !== 'EXIT_WITH_PARENT');
  const owned = { ...withArchive(), MIGRATION_DATABASE_URL: stack.databaseUrl };
  const env = { ...Object.fromEntries(settings), ...owned, ...more };
  const program = path.join(repositoryRoot(), 'services/wallet/dist/main.cjs');
  type Ended = { readonly code?: number; readonly stdout: string; readonly stderr: string };
  const {
    code = 0,
    stdout,
    stderr,
  } = (await promisify(execFile)(process.execPath, [program, 'archive'], {
    env,
  }).catch((error: unknown) => error as Ended)) as Ended;
  return { code, said: stdout + stderr };
}

const overdue = (families: readonly ScrapedFamily[]) =>
  valueOf(families, 'wallet_service_journal_months_overdue');
/** What Prometheus gets when so many months are overdue. */
async function scrapedWith(isThere: (months: number) => boolean): Promise<readonly ScrapedFamily[]> {
  let found: readonly ScrapedFamily[] = [];
  await until('the metric', async () => {
    found = await scrape(stack);
    return isThere(overdue(found));
  });
  return found;
}

let never: readonly ScrapedFamily[];
let unset: readonly ScrapedFamily[];
let prepared: readonly ScrapedFamily[];
let failed: readonly ScrapedFamily[];
let mended: readonly ScrapedFamily[];

describe('an archive is set', () => {
  it('and its command has never run', async () => {
    unset = await scrapedWith((months) => months === 0);
    await wallet().restart(withArchive());
    never = await scrapedWith((months) => months === 1);
  });

  it('and it has run for the first time', async () => {
    expect(await runArchive()).toMatchObject({ code: 0 });
    prepared = await scrapedWith((months) => months === 0);
  });

  it('and half a year later its disk is gone', async () => {
    rmSync(archive, { recursive: true });
    writeFileSync(archive, 'no folder');
    const { code, said } = await runArchive(halfAYear);
    expect(code).toBe(1);
    expect(said).toContain('a journal could not be archived');
    await wallet().restart({ ...withArchive(), ...halfAYear });
    failed = await scrapedWith((months) => months > 0);
  });

  it('and its disk is there again', async () => {
    rmSync(archive);
    mkdirSync(archive);
    const { code, said } = await runArchive(halfAYear);
    expect(code).toBe(0);
    expect(said).toContain('dropped journal_entries_');
    mended = await scrapedWith((months) => months === 0);
  });
});

itWithPromtool('rings while the command has never run, and not before', () => {
  expect(silent({ alerts, silentBefore: true }, unset, never)).toBe('');
});

itWithPromtool('rings when the command failed until the month is overdue, and not before', () => {
  expect(silent({ alerts, silentBefore: true }, prepared, failed)).toBe('');
});

itWithPromtool('ends with a run that brings everything to the archive', () => {
  expect(silent({ alerts: [], stillSilent: alerts }, failed, mended)).toBe('');
});
