import { invalidField } from '@wallet-service/errors';
import { installationId } from '@wallet-service/values';
import type { AppOptions } from './app-options.js';
import type { CollectChanges } from './journal/collect-changes.js';
import { eventHandlers } from './journal/event-handlers.js';
import { journalFeed } from './journal/journal-feed-store.js';
import type { JournalMacs } from './journal/journal-macs.js';
import { readJournal } from './journal/journal-page-store.js';
import { proveEntries, readLogFile } from './journal/log-file-store.js';
import { archiveForCallers } from './journal/read-entries-store.js';
import { readMatching } from './journal/read-matching.js';
import { allWalletsStore } from './listing/all-wallets-store.js';
import { listingHandlers } from './listing/listing-handlers.js';
import { usersStore } from './listing/users-store.js';
import type { Sequencer } from './journal/sequencer.js';
import type { BringTrust } from './trust/bring-trust.js';
import type { Tampered } from './wallets/tampering.js';
import type { VerifiedWallets } from './wallets/verified-wallets.js';

export type ListsDeps = {
  readonly options: AppOptions;
  readonly verified: VerifiedWallets;
  readonly tampered: Tampered;
  readonly macs: JournalMacs;
  readonly trust: Pick<BringTrust, 'checkNow'>;
  readonly integrate: Sequencer['integrate'];
  readonly collectChanges: CollectChanges['collect'];
};

/** `checkNow` waits for a third of it. */
const journalCheckMs = 6_000;
/** The journal is read for each of a user's wallets. */
const mostWallets = 50;

/** What is read of an application: its wallets, users, journal and events. */
export function composeLists({
  options,
  verified,
  tampered,
  macs,
  trust,
  integrate,
  collectChanges,
}: ListsDeps) {
  const { database, now } = options;
  const places = { database, archive: archiveForCallers(options.archive) };
  const users = usersStore(database);
  const { verify } = verified;
  return {
    ...listingHandlers({ wallets: allWalletsStore(database), users, verify, tampered }),
    ...eventHandlers({
      feed: journalFeed(places, macs),
      integrate: async (applicationId) => {
        await collectChanges(applicationId);
        await integrate(applicationId);
      },
      readJournal: async (applicationId, ...page) => {
        // So that it shows a change since the last signature.
        const trusting = applicationId === installationId ? '' : applicationId;
        await trust.checkNow(trusting, { deadline: now() + journalCheckMs, traceId: '' });
        await integrate(applicationId);
        return readJournal(places, applicationId, ...page);
      },
      readMatching: (...page) => readMatching(places, ...page),
      proveEntries: (...entries) => proveEntries(places, ...entries),
      readLogFile: (...file) => readLogFile(places, ...file),
      walletsOf: async (applicationId, user, scope) => {
        const wallets = await users.walletsOf(applicationId, user, mostWallets + 1);
        if (wallets.length > mostWallets)
          throw invalidField('/subject', `has more than ${mostWallets} wallets: give wallet_id`);
        return Promise.all(wallets.map(async (wallet) => (await verify(wallet, scope)).id));
      },
      onSuspect: (applicationId, suspect) => {
        options.onRowRefused('event', { applicationId, ...suspect });
      },
    }),
  };
}
