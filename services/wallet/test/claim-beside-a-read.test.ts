import { createHash } from 'node:crypto';
import pg from 'pg';
import { createPool } from '@wallet-service/postgres';
import { pregeneratedStore } from '../src/pregenerated/pregenerated-store.js';
import { createTampered } from '../src/wallets/tampering.js';
import { newEmail, pregenerate, pregenerationWorld, type PregenerationWorld } from './pregeneration-world.js';

// Somebody claims a wallet while another request reads it. That is no incident.

let world: PregenerationWorld;
beforeAll(async () => {
  world = await pregenerationWorld('wallet_claim_beside');
});
afterAll(() => world.suite.stop());

it('takes a claim that is committed between two statements of a read for no claim that was undone', async () => {
  const { app, suite } = world;
  const { walletId } = await pregenerate(app, newEmail());
  const url = suite.database.roles.wallet.url;
  const other = new pg.Client({ connectionString: suite.database.url });
  await other.connect();
  const { rows } = await other.query<{ email_mac: Buffer }>(
    'select email_mac from wallet.wallets where wallet_id = $1',
    [walletId],
  );
  // As claim-wallet.ts does, in one transaction.
  const claim = async (): Promise<void> => {
    await other.query('begin');
    await other.query(
      `update wallet.wallets set interface = 'core', owner_issuer = 'i', owner_subject = 's', time_claimed = now()
       where wallet_id = $1`,
      [walletId],
    );
    await other.query(
      'insert into wallet.wallet_marks (application_id, name, wallet_id) values ($1, $2, $3)',
      [app.applicationId, createHash('sha256').update(`claimed:${walletId}`).digest(), walletId],
    );
    await other.query('commit');
  };
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const pool = createPool({ url, max: 2, logger: quiet, applicationName: 'test' });
  let isClaimed = false;
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...given: readonly unknown[]) => Promise<unknown>;
    Object.assign(client, {
      query: async (...given: readonly unknown[]) => {
        const answer = await query(...given);
        if (!isClaimed && String(given[0]).includes('from (values (true))')) {
          isClaimed = true;
          await claim();
        }
        return answer;
      },
    });
  });
  const told: string[] = [];
  const tampered = createTampered((finding) => told.push(finding));
  const emailHash = { mac: rows[0]?.email_mac ?? Buffer.alloc(32), former: Buffer.alloc(32) };
  try {
    const read = () => pregeneratedStore(pool, tampered).find(app.applicationId, emailHash);
    expect((await read())?.wallet.interface).toBe('pregenerated');
    expect(isClaimed).toBe(true);
    expect((await read())?.wallet.interface).toBe('core');
    expect(told).toEqual([]);
  } finally {
    await pool.end();
    await other.end();
  }
});
