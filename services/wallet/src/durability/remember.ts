import type { JournalEntry } from '@wallet-service/journal-format';
import type { Change } from '../journal/change-store.js';
import type { ApplicationKeyStore } from '../wallets/application-key-store.js';
import type { VerifyRecord } from '../wallets/verified-wallets.js';
import type { Wallet } from '../wallets/wallet.js';
import type { Continuity } from './continuity.js';

type Asking = Continuity['asking'];

// What is given out is remembered first, so that it can be compared with the next server of the database.

/** Remembers every wallet that a change made or replaced, and the event that says so. */
export function rememberChanges(change: Change, asking: Asking): Change {
  return async (applicationId, work) => {
    const confirmed = asking(applicationId);
    let made: { readonly wallet: Wallet; readonly entry: JournalEntry }[] = [];
    const result = await change(applicationId, (transaction, emit) => {
      made = [];
      return work(transaction, async (event) => {
        const entry = await emit(event);
        made.push({ wallet: event.wallet, entry });
        return entry;
      });
    });
    for (const { wallet, entry } of made) {
      confirmed({ wallet });
      confirmed({ entry });
    }
    return result;
  };
}

/** `write` makes the entry durable. */
export async function rememberEntry(
  asking: Asking,
  entry: JournalEntry,
  write: () => Promise<void>,
): Promise<void> {
  const confirmed = asking(entry.applicationId);
  await write();
  confirmed({ entry });
}

// Longer than the memory of a process: what is older need not be remembered.
const recentSeconds = 120;

/** Every wallet is verified before it is given out, so this remembers also what another replica has just made. */
export function rememberVerified(verify: VerifyRecord, asking: Asking, now: () => number): VerifyRecord {
  return async (wallet, ...rest) => {
    const confirmed = asking(wallet.applicationId);
    const answer = await verify(wallet, ...rest);
    const writtenAt = Math.max(wallet.timeCreated, wallet.timeUpdated ?? 0);
    if (writtenAt > now() / 1000 - recentSeconds) confirmed({ wallet });
    return answer;
  };
}

export function rememberKeys(store: ApplicationKeyStore, asking: Asking): ApplicationKeyStore {
  return {
    async find(applicationId) {
      const confirmed = asking(applicationId);
      const wrappedKey = await store.find(applicationId);
      if (wrappedKey) confirmed({ applicationId, wrappedKey });
      return wrappedKey;
    },
    async insertOrRead(applicationId, created) {
      const confirmed = asking(applicationId);
      const wrappedKey = await store.insertOrRead(applicationId, created);
      confirmed({ applicationId, wrappedKey });
      return wrappedKey;
    },
  };
}
