import type { Pool } from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { RowAlarm } from '@wallet-service/runtime';
import { createJournal, type JournalOptions } from '../src/journal/journal.js';
import type { JournalMacs } from '../src/journal/journal-macs.js';
import { insertPending } from '../src/journal/pending-store.js';
import { createSequencer } from '../src/journal/sequencer.js';
import type { Tampered } from '../src/wallets/tampering.js';
import { macs as usual, nothingRefused } from './test-macs.js';
import { untampered } from './untampered.js';

type Options = Partial<JournalOptions> & {
  readonly macs?: JournalMacs;
  readonly tampered?: Tampered;
  readonly onRefused?: RowAlarm<'pending'>;
};

/** The journal of one replica, and its sequencer, which moves entries when it is told to. */
export function journalUnderTest(pool: Pool, options: Options = {}) {
  const { macs = usual, tampered = untampered, onRefused = nothingRefused, ...more } = options;
  const sequencer = createSequencer({ database: pool, macs, waitMs: 0, now: Date.now, tampered, onRefused });
  const { append } = createJournal({
    insert: (entries) => insertPending(pool, macs, entries),
    refusal: sequencer.refusal,
    ...more,
  });
  return {
    sequencer,
    /** Resolves when the entry is durable. */
    append,
    /** Resolves when the entry is in the journal, unless that is broken. */
    write: async (entry: JournalEntry): Promise<void> => {
      await append(entry);
      await sequencer.integrate(entry.applicationId);
    },
  };
}
