import type { Pool } from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { RowAlarm } from '@wallet-service/runtime';
import { createJournal, type JournalOptions } from '../src/journal/journal.js';
import type { JournalMacs } from '../src/journal/journal-macs.js';
import { insertPending } from '../src/journal/pending-store.js';
import { createSequencer, type SequencerDeps } from '../src/journal/sequencer.js';
import type { Tampered } from '../src/wallets/tampering.js';
import { macs as usual, nothingRefused } from './test-macs.js';
import { untampered } from './untampered.js';

type Options = Partial<JournalOptions> & {
  readonly macs?: JournalMacs;
  readonly checkpointKeyOf?: SequencerDeps['checkpointKeyOf'];
  readonly tampered?: Tampered;
  readonly onRefused?: RowAlarm<'pending'>;
};

/** As where no signer answers. */
export const noKey = (): Promise<undefined> => Promise.resolve(undefined);

/** The journal of one replica, and its sequencer, which moves entries when it is told to. */
export function journalUnderTest(pool: Pool, options: Options = {}) {
  const {
    macs = usual,
    tampered = untampered,
    onRefused = nothingRefused,
    checkpointKeyOf = noKey,
    ...more
  } = options;
  const to = { tampered, onRefused };
  const sequencer = createSequencer({
    database: pool,
    macs,
    checkpointKeyOf,
    waitMs: 0,
    now: Date.now,
    ...to,
  });
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
