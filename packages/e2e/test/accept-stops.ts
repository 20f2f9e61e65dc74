import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createRowMac } from '@wallet-service/values';

// As the command `resume` of the wallet service does, on a stack of this machine, whose folder `dataDir` is.

/** Everything that is stopped goes on. `url`: of the owner. */
export function acceptStops(url: string, dataDir: string): Promise<void> {
  return accept(url, dataDir, 'update wallet.losses set time_accepted = now() where time_accepted is null');
}

/** What `resume every` does after a restore. */
export function acceptRestore(url: string, dataDir: string): Promise<void> {
  return accept(
    url,
    dataDir,
    `insert into wallet.losses (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed,
       time_accepted)
     values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), gen_random_uuid(), 'journal-rolled-back',
       0, 0, now(), now())`,
  );
}

async function accept(url: string, dataDir: string, sql: string): Promise<void> {
  const secret = readFileSync(path.join(dataDir, 'secrets/event.key'));
  const macs = createRowMac({ secret, purpose: 'wallet/acceptance' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    const { rows } = await client.query<Record<'application_id' | 'loss_id' | 'reason' | 'us', string>>(
      `select application_id, loss_id, reason, trunc(extract(epoch from time_accepted) * 1000000)::text as us
       from wallet.losses where time_accepted is not null and acceptance_mac is null`,
    );
    for (const { application_id: id, loss_id: lossId, reason, us } of rows)
      await client.query('update wallet.losses set acceptance_mac = $1 where loss_id = $2', [
        macs.of(id, lossId, reason, us),
        lossId,
      ]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
