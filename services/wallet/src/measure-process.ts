import type { Registry } from 'prom-client';
import { gaugeOf, measureCertificate, measureDatabase, measurePeers } from '@wallet-service/runtime';
import type { CountedPeer, CountedPool } from '@wallet-service/runtime';

type Database = CountedPool & {
  readonly query: (sql: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
};

/** Metrics of how close this process is to its limits, and of what waits for it. */
export function measureProcess(
  registry: Registry,
  {
    database,
    journalDatabase,
    identity,
    policy,
    signer,
    certificate,
    journalsWaiting,
    changesWaiting,
    monthsOverdue,
  }: {
    readonly database: Database;
    readonly journalDatabase: CountedPool;
    readonly identity: CountedPeer;
    readonly policy: CountedPeer;
    readonly signer: CountedPeer;
    readonly certificate: Buffer;
    /** Since when journals have waited for a checkpoint, by application (Unix seconds). */
    readonly journalsWaiting: ReadonlyMap<string, number>;
    /** By service: since when not all of its changes could be journaled (Unix milliseconds). Undefined: they can. */
    readonly changesWaiting: ReadonlyMap<string, number | undefined>;
    readonly monthsOverdue: () => Promise<number>;
  },
): void {
  measureDatabase(registry, { main: database, journal: journalDatabase });
  measurePeers(registry, { identity, policy, signer });
  measureCertificate(registry, certificate);
  gaugeOf(
    registry,
    {
      name: 'wallet_service_journal_checkpoint_oldest_age_seconds',
      help:
        'How long ago this process found the journal to be due for a checkpoint that has waited longest for one; ' +
        '0 = none waits.',
    },
    () => {
      const seconds = Date.now() / 1000;
      return [...journalsWaiting.values()].reduce((most, since) => Math.max(most, seconds - since), 0);
    },
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_changes_oldest_age_seconds',
      help:
        'For how long this process could not bring all changes of applications to the journals, by the service that ' +
        'keeps them; 0 = it can.',
      labels: ['source'],
    },
    () =>
      [...changesWaiting].map(([source, since]) => ({
        labels: { source },
        value: since === undefined ? 0 : (Date.now() - since) / 1000,
      })),
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_journal_months_overdue',
      help:
        'Months of journals that should be in the archive for a week, and are in the database. ' +
        '0 without an archive.',
    },
    monthsOverdue,
  );
  measurePending(registry, database);
}

function measurePending(registry: Registry, database: Database): void {
  gaugeOf(
    registry,
    {
      name: 'wallet_service_journal_pending_entries',
      help: 'Entries that wait for their place in a journal.',
    },
    async () => {
      const { rows } = await database.query('select count(*) as entries from journal_pending');
      return Number(rows[0]?.['entries']);
    },
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_journal_pending_oldest_age_seconds',
      help: 'How long the oldest entry has waited for its place in a journal; 0 = none waits.',
    },
    async () => {
      const { rows } = await database.query(
        `select extract(epoch from clock_timestamp() - min(time_pending))::float8 as age from journal_pending`,
      );
      return Math.max(0, Number(rows[0]?.['age'] ?? 0));
    },
  );
}
