import { until } from '@wallet-service/test-kit/until';
import type { Cause } from './alarm-causes.js';
import {
  bringRedisBack,
  certificateWithDaysLeft,
  endRedis,
  imageOfBefore,
  imageWithOtherRoot,
  publishBundle,
} from './alarm-upkeep.js';
import { departing, processOf, sign, stack } from './alarm-world.js';
import { scrape, valueOf } from './scrape.js';

const sets = 'wallet_service_key_sets';
const expiry = 'wallet_service_signer_trust_bundle_expiry_timestamp_seconds';
const signersMemory = 'wallet_service_signer_resident_memory_bytes';
const certificateOf = {
  identity: 'wallet_service_certificate_expiry_timestamp_seconds',
  signer: 'wallet_service_signer_certificate_expiry_timestamp_seconds',
};
const keySets = async (state: string) => valueOf(await scrape(stack), sets, { state });
const daysOfTrust = async () => (valueOf(await scrape(stack), expiry) - Date.now() / 1000) / 86_400;

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
  ...[10, 2].map((days) => ({
    because: `the trust bundle in force has ${days} days left`,
    alerts: days < 3 ? ['TrustBundleExpiring', 'TrustBundleExpiresSoon'] : ['TrustBundleExpiring'],
    stillSilent: days < 3 ? [] : ['TrustBundleExpiresSoon'],
    silentBefore: true,
    arrange: async () => {
      await publishBundle(stack, 100);
      await until('the new bundle', async () => (await daysOfTrust()) > 99);
    },
    bring: async () => {
      await publishBundle(stack, days);
      await until('the new bundle', async () => (await daysOfTrust()) < days);
    },
  })),
  {
    because: 'a signer is started whose image does not know the root key',
    alerts: ['SignerBehindOnTrust'],
    silentBefore: true,
    says: ['wallet-0', 'a signer did not take the newest trust bundle'],
    bring: async () => {
      await imageWithOtherRoot(stack);
      await until('its older bundle', async () => {
        const families = await scrape(stack);
        const inForce = valueOf(families, 'wallet_service_signer_trust_bundle_version');
        const published = valueOf(families, 'wallet_service_trust_bundle_published_version');
        return inForce > 0 && inForce < published;
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
    ],
    silentBefore: true,
    bring: async () => {
      await endRedis();
      for (let again = 0; again < 3; again++) expect((await sign('carol')).status).toBe(200);
    },
    undo: bringRedisBack,
  },
  {
    because: "a provider's key set could not be refreshed for the maximum time",
    alerts: ['KeySetsExpired'],
    bring: () => until('its end', async () => (await keySets('expired')) > 0),
  },
];
