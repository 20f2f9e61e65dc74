import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { until } from '@wallet-service/test-kit/until';
import { acceptStops } from '../accept-stops.js';
import type { Cause } from './alarm-causes.js';
import { client, id, logOf, manage, owner, processOf, sign, stack, stopJournal } from './alarm-world.js';
import { scrape, valueOf } from './scrape.js';

// Somebody writes to the database.

const incidents = 'wallet_service_stored_record_incidents_total';
const rowsRefused = 'wallet_service_event_rows_refused_total';
const notWritten = 'INCIDENT: a stored row is not what this service wrote; it is not used';

const resume = async (): Promise<void> => {
  await acceptStops(stack.databaseUrl, stack.dataDir);
  await until('signatures again', async () => (await sign('alice')).status === 200);
};
type EndOfLog = { size: string; hashes: Buffer; mac: Buffer };
let earlier: EndOfLog | undefined;

export const causesOfWriters: readonly Cause[] = [
  {
    because: 'a database writer gives a wallet another address',
    alerts: ['StoredRecordIncident', 'ServerErrors'],
    counts: [[incidents, { refusal: 'address-mismatch' }]],
    says: ['wallet-0', 'INCIDENT: what is stored of a wallet is not what a signer made'],
    arrange: async () => {
      const address = await client.wallet(await client.token('victim'), 'ETH');
      const strange = `0x${'ff'.repeat(20)}`;
      await owner.query('update wallet.wallets set address = $1 where address = $2', [strange, address]);
      // The service knows the wallet from before.
      await processOf('wallet-0').restart();
    },
    bring: async () => {
      for (let again = 0; again < 5; again++)
        expect((await client.post('/v2/wallet', await client.token('victim'), 'ETH')).status).toBe(500);
    },
  },
  {
    because: 'the log of a journal is set back, so that nothing can be appended',
    alerts: ['StoredRecordIncident', 'SignaturesFail', 'JournalPendingStuck', 'JournalStopped'],
    counts: [[incidents, { refusal: 'journal-broken' }]],
    says: ['wallet-0', 'INCIDENT: the journal was rolled back'],
    ages: ['wallet_service_journal_pending_oldest_age_seconds'],
    bring: async () => {
      await owner.query('update wallet.journal_logs set size = size - 1 where application_id = $1', [id()]);
      // Signatures go on until the sequencer finds it, within a second.
      await until('the refusal', async () => (await sign('alice')).status === 503);
      // The signatures that came before the refusal wait for their journal.
      await sleep(2_500);
    },
    undo: async () => {
      await owner.query('update wallet.journal_logs set size = size + 1 where application_id = $1', [id()]);
      // The service leaves out a broken journal for some seconds.
      await processOf('wallet-0').restart();
      await resume();
    },
  },
  {
    because: 'a journal and its log are put back to where they were, without their checkpoints',
    alerts: ['StoredRecordIncident', 'JournalStopped'],
    counts: [[incidents, { refusal: 'journal-rolled-back' }]],
    says: ['wallet-0', 'INCIDENT: the journal was rolled back'],
    arrange: async () => {
      // The service leaves out a broken journal for a minute.
      await processOf('wallet-0').restart();
      const sql = 'select size, hashes, mac from wallet.journal_logs where application_id = $1 and size > 0';
      await until('a signature', async () => (await sign('alice')).status === 200);
      // What comes to the journal after it is put back would make it one with other entries.
      await until('all changes in the journal', async () => {
        const { rows } = await owner.query(`select from identity.change_outbox
          union all select from policy.change_outbox union all select from webhooks.change_outbox
          union all select from wallet.journal_pending`);
        return rows.length === 0;
      });
      [earlier] = (await owner.query<EndOfLog>(sql, [id()])).rows;
      await until('a signature', async () => (await sign('alice')).status === 200);
      await owner.query('delete from wallet.journal_checkpoints where application_id = $1', [id()]);
      // A signer and the witness have signed a checkpoint of the whole journal.
      await until('a checkpoint', async () => {
        const { rows } = await owner.query(
          'select from wallet.journal_checkpoints where application_id = $1 and size > $2',
          [id(), earlier?.size],
        );
        return rows.length > 0;
      });
    },
    bring: async () => {
      await owner.query('begin');
      await owner.query(
        'update wallet.journal_logs set size = $2, hashes = $3, mac = $4 where application_id = $1',
        [id(), earlier?.size, earlier?.hashes, earlier?.mac],
      );
      for (const lost of [
        'entries where seq > $2',
        'tiles where 256 * (tile + 1) > $2',
        'checkpoints where size > 0',
      ])
        await owner.query(`delete from wallet.journal_${lost} and application_id = $1`, [
          id(),
          ...(lost.includes('$2') ? [earlier?.size] : []),
        ]);
      await owner.query('commit');
      const told = /"finding":"journal-rolled-back".*INCIDENT/;
      await until('the alarm', () => told.test(logOf('wallet-0')));
      await until('the stop', async () => (await sign('alice')).status === 503);
    },
    undo: resume,
  },
  {
    because: 'a journal that is stopped is resumed by a writer without the event key',
    alerts: ['StoredRecordIncident', 'JournalStopped'],
    counts: [[incidents, { refusal: 'acceptance-forged' }]],
    says: ['wallet-0', 'INCIDENT: a stop was lifted by somebody without the event key; it is in force again'],
    arrange: async () => {
      await stopJournal();
      // What no replica knows yet would not be missed.
      await until(
        'the stop',
        async () =>
          valueOf(await scrape(stack), 'wallet_service_journals_stopped', { component: 'wallet' }) === 1,
      );
    },
    bring: async () => {
      await owner.query('update wallet.losses set time_accepted = now() where time_accepted is null');
      await until('the alarm', () => logOf('wallet-0').includes('INCIDENT: a stop was lifted'));
      expect((await sign('alice')).status).toBe(503);
    },
    undo: resume,
  },
  {
    because: 'a row of identity is written by somebody else',
    alerts: ['ForgedIdentityRow'],
    counts: [['wallet_service_identity_forged_rows_total', {}]],
    says: ['identity-0', 'INCIDENT: a stored row is not what identity wrote; it is not used'],
    arrange: async () => {
      await owner.query(`update identity.providers set audience = audience || 'x'`);
      // The service knows the row from before.
      await processOf('identity-0').restart();
    },
    bring: () =>
      until('the alarm', async () => {
        await client.post('/v2/wallet', await client.token('alice'), 'ETH');
        return logOf('identity-0').includes('INCIDENT');
      }),
    undo: async () => {
      await owner.query('update identity.providers set audience = left(audience, -1)');
      await processOf('identity-0').restart();
      await until('users again', async () => (await sign('carol')).status === 200);
    },
  },
  {
    because: 'a row of the webhooks service is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [[rowsRefused, { component: 'webhooks' }]],
    says: ['webhooks-0', notWritten],
    arrange: async () => {
      const { status } = await requestJson(`${stack.expressUrl}/v1/webhook`, {
        method: 'POST',
        headers: { 'x-service-secret-key': stack.stack.app.secret_key },
        body: { url: 'http://127.0.0.1:9/hook' },
      });
      expect(status).toBe(201);
      await owner.query(`update webhooks.endpoints set url = url || 'x'`);
    },
    bring: async () => {
      await client.wallet(await client.token('new-for-webhooks'), 'ETH');
      await until('the alarm', () => logOf('webhooks-0').includes('INCIDENT'));
    },
    undo: () => owner.query('update webhooks.endpoints set url = left(url, -1)'),
  },
  {
    because: 'an entry, on its way to the journal, is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [[rowsRefused, { component: 'wallet', row: 'pending' }]],
    says: ['wallet-0', notWritten],
    bring: async () => {
      await owner.query(
        `insert into wallet.journal_pending (application_id, recorded_at_ms, kind, request_id, wallet_id,
          operation, payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, details)
         values ($1, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '', sha256(''), '', '',
           '', false, '', '{}')`,
        [id()],
      );
      await until('the alarm', () => logOf('wallet-0').includes('"row":"pending"'));
    },
  },
  {
    because: 'an entry of the journal is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [[rowsRefused, { component: 'wallet', row: 'event' }]],
    says: ['wallet-0', notWritten],
    // Of an application with an endpoint, whose feed is read.
    bring: async () => {
      await owner.query(
        `insert into wallet.journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id,
          operation, payload_hashes,
           jwt_hash, decision, outcome, error_code, token_reused, trace_id, details)
         values ($1, 1000000, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '',
           sha256(''), '', '', '', false, '', '{}')`,
        [id()],
      );
      await until('the alarm', () => logOf('wallet-0').includes('"row":"event"'));
    },
    undo: () =>
      owner.query('delete from wallet.journal_entries where application_id = $1 and seq = 1000000', [id()]),
  },
  {
    because: 'a policy is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [[rowsRefused, { component: 'policy', row: 'rules' }]],
    says: ['policy-0', notWritten],
    arrange: async () => {
      await manage({ policy_evaluation_enabled: true });
      await owner.query('update policy.settings set policy_evaluation_enabled = false');
      // The service knows the settings from before.
      await processOf('policy-0').restart();
    },
    bring: () =>
      until('the alarm', async () => {
        expect((await sign('carol')).status).not.toBe(200);
        return logOf('policy-0').includes('INCIDENT');
      }),
    undo: async () => {
      await owner.query('update policy.settings set policy_evaluation_enabled = true');
      await until('signatures again', async () => (await sign('carol')).status === 200);
    },
  },
];
