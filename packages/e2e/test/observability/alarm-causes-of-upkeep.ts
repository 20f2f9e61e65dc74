import { until } from '@wallet-service/test-kit/until';
import type { Cause } from './alarm-causes.js';
import {
  bringRedisBack,
  certificateWithDaysLeft,
  endRedis,
  imageOfBefore,
  imageWithOtherRoot,
  publishRoot,
} from './alarm-upkeep.js';
import { departing, processOf, sign, stack } from './alarm-world.js';
import { scrape, valueOf } from './scrape.js';

const sets = 'wallet_service_key_sets';
const expiry = 'wallet_service_signer_root_document_expiry_timestamp_seconds';
const lostRequests = 'wallet_service_statistics_lost_requests_total';
const signersMemory = 'wallet_service_signer_resident_memory_bytes';
const certificateOf = {
  identity: 'wallet_service_certificate_expiry_timestamp_seconds',
  signer: 'wallet_service_signer_certificate_expiry_timestamp_seconds',
};
const keySets = async (state: string) => valueOf(await scrape(stack), sets, { state });
const warningsOfExpiry = ['RootDocumentExpiresNextMonth', 'RootDocumentExpiring', 'RootDocumentExpiresSoon'];
const daysOfTrust = async () => (valueOf(await scrape(stack), expiry) - Date.now() / 1000) / 86_400;

/** Publishes a root document, and waits until the signer has it. A request brings it. */
async function rootWith(days: number): Promise<void> {
  await publishRoot(stack, days);
  await until('the new root document', async () => {
    await sign('carol');
    return Math.abs((await daysOfTrust()) - days) < 0.1;
  });
}

/** Written to, because untouched pages do not count. */
const leak = 'data:text/javascript,globalThis.kept=Buffer.alloc(450_000_000,1)';

/** Comes early, because its consequence takes a minute. */
export const firstCauses: readonly Cause[] = [
  {
    because: "a provider's key set cannot be fetched any more",
    alerts: ['KeySetsFailing', 'KeySetsStale'],
    stillSilent: ['KeySetsExpired'],
    silentBefore: true,
    ages: ['wallet_service_key_set_oldest_age_seconds'],
    bring: async () => {
      await departing.leave();
      await until('a fetch that failed', async () => (await keySets('failing')) > 0);
    },
  },
];

/** What expires, falls behind or fills up. A restarted signer has forgotten the journals. */
export const causesOfUpkeep: readonly Cause[] = [
  ...[25, 10, 2].map((days, index) => ({
    because: `the root document in force has ${days} days left`,
    alerts: warningsOfExpiry.slice(0, index + 1),
    stillSilent: warningsOfExpiry.slice(index + 1),
    silentBefore: true,
    arrange: () => rootWith(100),
    bring: () => rootWith(days),
  })),
  {
    because: 'the service is started on a Postgres without a standby',
    alerts: ['SynchronousStandbyMissing'],
    says: [
      'wallet-0',
      'INCIDENT: Postgres has no synchronous standby; a failover loses what is acknowledged now',
    ],
    bring: () => processOf('wallet-0').restart(),
  },
  {
    because: 'a signer is started whose image does not know the root key',
    alerts: ['SignerBehindOnTrust'],
    silentBefore: true,
    arrange: () => rootWith(100),
    bring: async () => {
      await imageWithOtherRoot(stack);
      await until('its older root document', async () => {
        const families = await scrape(stack);
        const inForce = valueOf(families, 'wallet_service_signer_root_document_version');
        return inForce > 0 && inForce < valueOf(families, 'wallet_service_witness_root_version');
      });
    },
    undo: () => imageOfBefore(stack),
  },
  {
    because: 'processes leak memory',
    alerts: ['MemoryHigh', 'SignerMemoryHigh'],
    silentBefore: true,
    bring: async () => {
      for (const name of ['identity-0', 'signer-0'])
        await processOf(name).restart({ NODE_OPTIONS: `--import=${leak}` });
      await until('the signer', async () => valueOf(await scrape(stack), signersMemory) > 0);
    },
    undo: async () => {
      for (const name of ['identity-0', 'signer-0']) await processOf(name).restart();
    },
  },
  ...(['signer', 'identity'] as const).map((name) => ({
    because: `the certificate of ${name} has ten days left`,
    alerts: ['CertificateExpiring'],
    silentBefore: true,
    bring: async () => {
      await certificateWithDaysLeft(stack, name, 10);
      await until('its metric', async () => {
        const expiresAt = valueOf(
          await scrape(stack),
          certificateOf[name],
          name === 'signer' ? {} : { component: name },
        );
        return expiresAt > 0 && expiresAt < Date.now() / 1000 + 11 * 86_400;
      });
    },
    undo: () => certificateWithDaysLeft(stack, name, 390),
  })),
  {
    because: 'Redis is taken away',
    needsRedis: true,
    alerts: ['RateLimitsUnshared', 'TokensUnpinned'],
    counts: [
      ['wallet_service_rate_limit_unshared_total', {}],
      ['wallet_service_token_pin_failures_total', {}],
      [lostRequests, {}],
    ],
    silentBefore: true,
    bring: async () => {
      await endRedis();
      for (let again = 0; again < 3; again++) expect((await sign('carol')).status).toBe(200);
      // A gateway shares its counts every ten seconds.
      await until('the lost counts', async () => valueOf(await scrape(stack), lostRequests) > 0, 30_000);
    },
    undo: bringRedisBack,
  },
  {
    because: "a provider's key set could not be refreshed for the maximum time",
    alerts: ['KeySetsExpired'],
    bring: () => until('its end', async () => (await keySets('expired')) > 0),
  },
];
