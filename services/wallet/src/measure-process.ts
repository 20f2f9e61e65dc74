import type { Registry } from 'prom-client';
import { gaugeOf, measureCertificate, measureDatabase, measurePeers } from '@wallet-service/runtime';
import type { CountedPeer, CountedPool } from '@wallet-service/runtime';

type Database = CountedPool & {
  readonly query: (sql: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
};

/** Metrics of how close this process is to its limits, and of what waits for it. `now` in milliseconds. */
export function measureProcess(
  registry: Registry,
  {
    database,
    journalDatabase,
    identity,
    policy,
    signer,
    certificate,
    now,
  }: {
    readonly database: Database;
    readonly journalDatabase: CountedPool;
    readonly identity: CountedPeer;
    readonly policy: CountedPeer;
    readonly signer: CountedPeer;
    readonly certificate: Buffer;
    readonly now: () => number;
  },
): void {
  measureDatabase(registry, { main: database, journal: journalDatabase });
  measurePeers(registry, { identity, policy, signer });
  measureCertificate(registry, certificate);
  gaugeOf(
    registry,
    {
      name: 'wallet_service_outbox_oldest_age_seconds',
      help: 'How long the oldest event of a wallet has waited to be written to the journal; 0 = none waits.',
    },
    async () => {
      const { rows } = await database.query('select min(recorded_at_ms) as oldest from journal_outbox');
      const oldest = rows[0]?.['oldest'];
      return typeof oldest === 'bigint' ? Math.max(0, (now() - Number(oldest)) / 1000) : 0;
    },
  );
}
