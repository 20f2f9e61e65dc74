import type { JournalEntry } from '@wallet-service/journal-format';
import type { Wallet } from '../wallets/wallet.js';

/** What a server confirmed to be durable, or showed. */
export type Confirmed =
  | { readonly wallet: Wallet }
  | { readonly entry: JournalEntry }
  | { readonly applicationId: string; readonly wrappedKey: Uint8Array };

/** What was confirmed for one application. Of each wallet the newest version. */
export type ConfirmedOfApplication = {
  readonly wallets: Map<string, Wallet>;
  readonly entries: JournalEntry[];
  wrappedKey: Uint8Array | undefined;
};

/**
 * What a process was told, by beats: numbers that it writes to the database again and again. What it was told before
 * it sent a beat was committed before that beat. So a server that has the beat has all of that.
 */
export type Told = {
  readonly add: (confirmed: Confirmed) => void;
  /** The number of the next beat. From now on what is told comes after it. */
  readonly nextBeat: () => number;
  /** The beat is confirmed: what is much older may be forgotten. */
  readonly confirmBeat: (beat: number) => void;
  /** What a server with this beat may lack, by application. */
  readonly after: (beat: number) => {
    readonly confirmed: ReadonlyMap<string, ConfirmedOfApplication>;
    /** Whether nothing of that is forgotten. */
    readonly isComplete: boolean;
  };
  /** Forgets what is known to be lost. */
  readonly remove: (wallets: ReadonlySet<Wallet>, entries: ReadonlySet<JournalEntry>) => void;
};

/** About a minute. A standby that is further behind is a loss of everything, until an operator says otherwise. */
const rememberedBeats = 60;
const usualBytes = 32 << 20;

export function createTold(mostBytes = usualBytes): Told {
  let items: { readonly beat: number; readonly bytes: number; readonly confirmed: Confirmed }[] = [];
  let bytes = 0;
  let beat = 1;
  let forgottenUpTo = 0;

  function forget(count: number): void {
    for (const item of items.slice(0, count)) {
      bytes -= item.bytes;
      forgottenUpTo = item.beat;
    }
    items = items.slice(count);
  }

  return {
    add(confirmed) {
      const size = bytesOf(confirmed);
      items.push({ beat, bytes: size, confirmed });
      bytes += size;
      // A tenth at once, because each time copies the rest.
      if (bytes > mostBytes) forget(Math.ceil(items.length / 10));
    },
    nextBeat: () => beat++,
    confirmBeat(confirmed) {
      const kept = items.findIndex((item) => item.beat > confirmed - rememberedBeats);
      forget(kept === -1 ? items.length : kept);
    },
    after(last) {
      const found = new Map<string, ConfirmedOfApplication>();
      for (const { beat: itsBeat, confirmed } of items) {
        if (itsBeat <= last) continue;
        const id = applicationOf(confirmed);
        const of = found.get(id) ?? { wallets: new Map(), entries: [], wrappedKey: undefined };
        found.set(id, of);
        addTo(of, confirmed);
      }
      return { confirmed: found, isComplete: forgottenUpTo <= last };
    },
    remove(wallets, entries) {
      items = items.filter(({ confirmed }) =>
        'wallet' in confirmed
          ? !wallets.has(confirmed.wallet)
          : !('entry' in confirmed && entries.has(confirmed.entry)),
      );
      bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    },
  };
}

function addTo(of: ConfirmedOfApplication, confirmed: Confirmed): void {
  if ('entry' in confirmed) of.entries.push(confirmed.entry);
  else if ('wrappedKey' in confirmed) of.wrappedKey = confirmed.wrappedKey;
  else {
    const { wallet } = confirmed;
    const known = of.wallets.get(wallet.id);
    if (!known || known.recordVersion <= wallet.recordVersion) of.wallets.set(wallet.id, wallet);
  }
}

function applicationOf(confirmed: Confirmed): string {
  if ('entry' in confirmed) return confirmed.entry.applicationId;
  return 'wallet' in confirmed ? confirmed.wallet.applicationId : confirmed.applicationId;
}

/** Roughly. */
function bytesOf(confirmed: Confirmed): number {
  if ('entry' in confirmed) return 700 + confirmed.entry.decision.length + confirmed.entry.details.length;
  if ('wrappedKey' in confirmed) return 500;
  return 1_000 + confirmed.wallet.sealed.length + (confirmed.wallet.recoveryRecord?.length ?? 0);
}
