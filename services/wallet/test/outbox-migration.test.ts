import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createPool, migrate } from '@wallet-service/postgres';
import { databaseFor } from '@wallet-service/postgres/testing';
import { readJournal } from '../src/journal/journal-page-store.js';
import { entryOfEvent } from '../src/journal/wallet-event.js';
import { journalUnderTest } from './journal-under-test.js';
import { macs } from './test-macs.js';
import { unarchived } from './unarchived.js';

const quiet = { warn: () => undefined, info: () => undefined };
const directory = fileURLToPath(new URL('../migrations', import.meta.url));

it('events that waited in the outbox get to the journal, also when replicas migrate at once', async () => {
  const database = await databaseFor({ name: 'wallet_outbox_migration' });
  const { url, migrationUrl, role } = database.roles.wallet;
  const before = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  for (const file of readdirSync(directory).filter((name) => name < '0020'))
    cpSync(path.join(directory, file), path.join(before, file));
  const common = { url: migrationUrl, schema: 'wallet', runtimeRole: role, logger: quiet };
  await migrate({ ...common, directory: before });
  const event = {
    ...{ applicationId: randomUUID(), walletId: randomUUID(), event: 'wallet.created' as const },
    ...{ jwtHash: Buffer.alloc(32, 7), tokenReused: true, details: { address: 'x' }, traceId: 'trace' },
  };
  const entry = entryOfEvent(event, 1_790_000_000_000, randomUUID());
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `insert into wallet.journal_outbox (application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash,
       token_reused, details, trace_id, mac) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[entry.applicationId, entry.recordedAtMs, entry.requestId, entry.walletId, entry.operation],
      ...[entry.jwtHash, entry.tokenReused, entry.details, entry.traceId, macs.ofWaiting(entry)],
    ],
  );
  await owner.end();
  await Promise.all(Array.from({ length: 4 }, () => migrate({ ...common, directory })));
  const pool = createPool({ url, max: 2, logger: quiet, applicationName: 'wallet-test' });
  await journalUnderTest(pool).sequencer.integrate(entry.applicationId);
  const { entries } = await readJournal(unarchived(pool), entry.applicationId, { after: 0n, limit: 10 });
  expect(entries.map((chained) => chained.entry)).toEqual([entry]);
  await pool.end();
  await database.drop();
  rmSync(before, { recursive: true });
});
