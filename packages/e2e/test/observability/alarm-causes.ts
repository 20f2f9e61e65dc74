import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import {
  client,
  lockedFor,
  manage,
  owner,
  processOf,
  refusedCall,
  sign,
  signing,
  stack,
} from './alarm-world.js';
import { flood } from './flood.js';
import { scrape, valueOf } from './scrape.js';

const changesAge = 'wallet_service_changes_oldest_age_seconds';
const feedOverdue = 'wallet_service_webhook_feed_overdue_seconds';
let stopFlood: (() => void) | undefined;

export type Cause = {
  readonly because: string;
  readonly alerts: readonly string[];
  /** Counters of refusals that rise. */
  readonly counts?: readonly (readonly [string, object])[];
  /** The process, and what it logs. */
  readonly says?: readonly [string, string];
  /** These alerts did not fire before, and fire because of it. */
  readonly silentBefore?: boolean;
  /** These alerts do not fire yet. */
  readonly stillSilent?: readonly string[];
  readonly needsRedis?: boolean;
  /** Gauges that show for how long something has lasted. */
  readonly ages?: readonly string[];
  /** It is about a share of time, so the time between the scrapes counts as it was. Otherwise it counts as a minute. */
  readonly timed?: boolean;
  readonly arrange?: () => Promise<unknown>;
  readonly bring: () => Promise<unknown>;
  readonly undo?: () => Promise<unknown>;
};

export const causes: readonly Cause[] = [
  {
    because: "somebody with a gateway's certificate manages without a grant",
    alerts: ['CallsWithoutGrant'],
    counts: [['wallet_service_rpc_duration_seconds_count', { code: 'auth.grant-invalid' }]],
    bring: () => refusedCall('wallet.v1.Wallet', 'wallet', 'ListWalletGroups'),
  },
  {
    because: 'a token is used again for other payloads',
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
    because: 'requests come with invalid tokens',
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
    because: 'another connection locks the table of pending entries',
    alerts: ['JournalSlow', 'SlowSignatures'],
    bring: async () => {
      for (let again = 0; again < 3; again++)
        await lockedFor(1_600, 'lock table wallet.journal_pending', () => sign('carol'));
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
    because: 'another connection locks the table of changes',
    alerts: ['ChangesNotJournaled'],
    ages: [changesAge],
    silentBefore: true,
    bring: async () => {
      await owner.query('begin');
      await owner.query('lock table policy.change_outbox in access exclusive mode');
      await until(
        'changes that wait',
        async () => valueOf(await scrape(stack), changesAge, { source: 'policy' }) > 1,
      );
    },
    undo: () => owner.query('commit'),
  },
  {
    because: 'a gateway gets more requests than it can answer',
    alerts: ['EventLoopSaturated'],
    timed: true,
    bring: async () => {
      stopFlood = flood(stack.expressUrl);
      await sleep(8_000);
    },
    undo: async () => {
      stopFlood?.();
      await until('an answer', async () => (await sign('carol')).status === 200);
    },
  },
  {
    because: 'somebody calls a signer with a certificate that may call nothing',
    alerts: ['SignerRefusesVerdicts'],
    counts: [['wallet_service_signer_calls_total', { outcome: 'caller-not-allowed' }]],
    bring: () => refusedCall('signer.v1.Signer', 'signer', 'GetStatus'),
  },
];

/** These stop a process and leave it stopped. */
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
      const failed = async () =>
        valueOf(await scrape(stack), 'wallet_service_signatures_total', { outcome: 'failed' });
      const before = await failed();
      // On a busy machine a request may fail before it comes to a signature.
      await until('a signature that fails', async () => {
        expect((await sign('carol')).status).toBeGreaterThanOrEqual(500);
        return (await failed()) > before;
      });
    },
  },
  {
    because: 'a feed of events cannot be read',
    alerts: ['WebhooksLate'],
    ages: [feedOverdue],
    // A reader locks a feed for 5 s, whether it can read it or not.
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
