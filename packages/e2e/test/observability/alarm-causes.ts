import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import {
  client,
  id,
  lockedFor,
  logOf,
  manage,
  owner,
  processOf,
  refusedCall,
  sign,
  signing,
  stack,
  until,
} from './alarm-world.js';
import { scrape, valueOf } from './scrape.js';

const feedOverdue = 'wallet_service_webhook_feed_overdue_seconds';
const incidents = 'wallet_service_stored_record_incidents_total';
const notWritten = 'INCIDENT: a stored row is not what this service wrote; it is not used';

export type Cause = {
  readonly because: string;
  readonly alerts: readonly string[];
  /** Counters of refusals that rise. */
  readonly counts?: readonly (readonly [string, object])[];
  /** Of which process, and what it says. */
  readonly says?: readonly [string, string];
  /** These did not ring before, and do because of it. */
  readonly silentBefore?: boolean;
  /** These do not ring yet. */
  readonly stillSilent?: readonly string[];
  readonly needsRedis?: boolean;
  /** Gauges that tell for how long something has lasted. */
  readonly ages?: readonly string[];
  readonly arrange?: () => Promise<unknown>;
  readonly bring: () => Promise<unknown>;
  readonly undo?: () => Promise<unknown>;
};

export const causes: readonly Cause[] = [
  {
    because: 'whoever writes to the database gives a wallet another address',
    alerts: ['StoredRecordIncident', 'ServerErrors'],
    counts: [[incidents, { refusal: 'address-mismatch' }]],
    says: ['wallet-0', 'INCIDENT: what is stored of a wallet is not what a signer made'],
    arrange: async () => {
      const address = await client.wallet(await client.token('victim'), 'ETH');
      const strange = `0x${'ff'.repeat(20)}`;
      await owner.query('update wallet.wallets set address = $1 where address = $2', [strange, address]);
      // It knows the wallet from before.
      await processOf('wallet-0').restart();
    },
    bring: async () => {
      for (let again = 0; again < 5; again++)
        expect((await client.post('/v2/wallet', await client.token('victim'), 'ETH')).status).toBe(500);
    },
  },
  {
    because: 'the head of a journal is set back, so that nothing can be appended',
    alerts: ['StoredRecordIncident', 'SignaturesFail', 'OutboxStuck'],
    counts: [[incidents, { refusal: 'journal-broken' }]],
    says: ['wallet-0', 'INCIDENT: the journal was rolled back'],
    ages: ['wallet_service_outbox_oldest_age_seconds'],
    arrange: () =>
      owner.query('update wallet.journal_heads set seq = seq - 1 where application_id = $1', [id()]),
    bring: async () => {
      // The first one finds the head in the memory of the process, and that it moved.
      for (let again = 0; again < 3; again++) expect((await sign('alice')).status).toBe(503);
      await client.wallet(await client.token('late'), 'ETH');
      await sleep(2_500);
    },
    undo: () =>
      owner.query('update wallet.journal_heads set seq = seq + 1 where application_id = $1', [id()]),
  },
  {
    because: 'a journal is cut off together with its head and its checkpoints',
    alerts: ['StoredRecordIncident'],
    counts: [[incidents, { refusal: 'journal-rolled-back' }]],
    says: ['wallet-0', 'INCIDENT: the journal was rolled back'],
    arrange: async () => {
      // It leaves a journal out for a minute that was broken.
      await processOf('wallet-0').restart();
      // As much as there is of it, a signer has vouched for.
      await until('a checkpoint', async () => {
        const { rows } = await owner.query(
          'select from wallet.journal_checkpoints where application_id = $1 and seq > 1',
          [id()],
        );
        return rows.length > 0;
      });
    },
    bring: async () => {
      await owner.query('begin');
      for (const table of ['entries', 'checkpoints'])
        await owner.query(`delete from wallet.journal_${table} where application_id = $1 and seq > 1`, [
          id(),
        ]);
      await owner.query(
        `update wallet.journal_heads as h set seq = 1, hash = e.hash from wallet.journal_entries as e
         where h.application_id = $1 and e.application_id = $1 and e.seq = 1`,
        [id()],
      );
      await owner.query('commit');
      // The signer's refusal is told of first, of each attempt.
      const told = /"refusal":"journal-rolled-back".*INCIDENT/;
      await until('the alarm', () => told.test(logOf('wallet-0')));
    },
  },
  {
    because: 'a row of identity is written by somebody else',
    alerts: ['ForgedIdentityRow'],
    counts: [['wallet_service_identity_forged_rows_total', {}]],
    says: ['identity-0', 'INCIDENT: a stored row is not what identity wrote; it is not used'],
    arrange: async () => {
      await owner.query(`update identity.providers set audience = audience || 'x'`);
      // It knows the row from before.
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
    counts: [['wallet_service_event_rows_refused_total', { component: 'webhooks' }]],
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
    because: 'an event of a wallet, on its way to the journal, is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [['wallet_service_event_rows_refused_total', { component: 'wallet', row: 'outbox' }]],
    says: ['wallet-0', notWritten],
    bring: async () => {
      await owner.query(
        `insert into wallet.journal_outbox (application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash, details, trace_id)
         values ($1, 1, gen_random_uuid(), gen_random_uuid(), 'wallet.created', sha256(''), '{}', '')`,
        [id()],
      );
      await until('the alarm', () => logOf('wallet-0').includes('"row":"outbox"'));
    },
  },
  {
    because: 'an entry of the journal is written by somebody else',
    alerts: ['EventRowsRefused'],
    counts: [['wallet_service_event_rows_refused_total', { component: 'wallet', row: 'event' }]],
    says: ['wallet-0', notWritten],
    // Of an application with an endpoint, whose feed is read.
    bring: async () => {
      await owner.query(
        `insert into wallet.journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes,
           jwt_hash, decision, outcome, error_code, token_reused, trace_id, hash, details)
         values ($1, 1000000, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '',
           sha256(''), '', '', '', false, '', sha256(''), '{}')`,
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
    counts: [['wallet_service_event_rows_refused_total', { component: 'policy', row: 'rules' }]],
    says: ['policy-0', notWritten],
    arrange: async () => {
      await manage({ policy_evaluation_enabled: true });
      await owner.query('update policy.settings set policy_evaluation_enabled = false');
      // It knows the settings from before.
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
  {
    because: "somebody with a gateway's certificate manages without a grant",
    alerts: ['CallsWithoutGrant'],
    counts: [['wallet_service_rpc_duration_seconds_count', { code: 'auth.grant-invalid' }]],
    bring: () => refusedCall('wallet.v1.Wallet', 'wallet', 'ListWalletGroups'),
  },
  {
    because: 'a token comes again with other payloads',
    alerts: ['TokensReused'],
    counts: [['wallet_service_token_reuses_total', { chain: 'ETH' }]],
    bring: async () => {
      const token = await client.token('carol');
      for (let again = 0; again < 30; again++)
        await client.post(signing, token, 'ETH', {
          message_base64: Buffer.from(`${again}`).toString('base64'),
        });
    },
  },
  {
    because: 'requests come with tokens that are none',
    alerts: ['AuthenticationFailures'],
    counts: [['wallet_service_http_requests_total', { status: '401' }]],
    bring: async () => {
      for (let again = 0; again < 90; again++) await client.post('/v2/wallet', 'no.token.atall', 'ETH');
    },
  },
  {
    because: 'the table of decisions is gone',
    alerts: ['DecisionRecordsLost'],
    counts: [['wallet_service_decision_records_lost_total', {}]],
    arrange: async () => {
      await manage({ policy_evaluation_enabled: true });
      await owner.query('alter table policy.decisions rename to decisions_away');
    },
    bring: () => sign('carol'),
    undo: () => owner.query('alter table policy.decisions_away rename to decisions'),
  },
  {
    because: 'another connection holds the head of a journal',
    alerts: ['JournalSlow', 'SlowSignatures'],
    bring: async () => {
      for (let again = 0; again < 3; again++)
        await lockedFor(1_600, 'select from wallet.journal_heads for update', () => sign('carol'));
    },
  },
  {
    because: 'a table is locked, and more callers come than there are connections',
    alerts: ['DatabaseConnectionsExhausted'],
    bring: async () => {
      await owner.query('begin');
      await owner.query('lock table wallet.wallets in access exclusive mode');
      const tokens = await Promise.all(
        Array.from({ length: 40 }, (_, index) => client.token(`crowd-${index}`)),
      );
      for (const token of tokens) client.post('/v2/wallet', token, 'ETH').catch(() => undefined);
      await sleep(1_000);
    },
    undo: () => owner.query('commit'),
  },
  {
    because: 'a gateway gets no CPU',
    alerts: ['EventLoopBlocked'],
    bring: async () => {
      processOf('gateway-0').kill('SIGSTOP');
      await sleep(2_000);
      processOf('gateway-0').kill('SIGCONT');
    },
  },
  {
    because: 'somebody asks a signer with a certificate that may ask nothing',
    alerts: ['SignerRefusesVerdicts'],
    counts: [['wallet_service_signer_calls_total', { outcome: 'caller-not-allowed' }]],
    bring: () => refusedCall('signer.v1.Signer', 'signer', 'GetStatus'),
  },
];

/** Those that stop a process and leave it. */
export const lastCauses: readonly Cause[] = [
  {
    because: 'the signer is stopped',
    alerts: ['NoSignerReachable', 'PeerUnreachable', 'SignaturesFail'],
    counts: [['wallet_service_signatures_total', { outcome: 'failed' }]],
    bring: async () => {
      await processOf('signer-0').stop();
      await until(
        'no stream',
        async () =>
          valueOf(await scrape(stack), 'wallet_service_peer_streams', {
            component: 'wallet',
            peer: 'signer',
          }) === 0,
      );
      expect((await sign('carol')).status).toBeGreaterThanOrEqual(500);
    },
  },
  {
    because: 'a feed of events cannot be read',
    alerts: ['WebhooksLate'],
    ages: [feedOverdue],
    // A reader takes a feed for 5 s, whether it can read it or not.
    bring: async () => {
      await processOf('wallet-0').stop();
      await until(
        'a feed that is late',
        async () => valueOf(await scrape(stack, 'is left out'), feedOverdue) > 8,
      );
    },
  },
  {
    because: 'the webhooks service is stopped',
    alerts: ['ComponentAbsent'],
    bring: () => processOf('webhooks-0').stop(),
  },
];
