import { AppError } from '@wallet-service/errors';
import { journalStopped } from './journal-stopped.js';

/**
 * What the wallet service itself finds wrong with stored rows. Each is an incident, because no program of
 * ours leaves such rows. `wallet-missing`: a wallet that was created is missing. `wallet-exchanged`: another
 * one is in its place. `claim-undone`: a claimed wallet is unclaimed again. `application-key-missing`: an
 * application's key is missing. `acceptance-forged`: somebody without the event key accepted a loss, or resumed a
 * journal. `journal-broken`: what is stored of a journal does not fit together.
 * `journal-rolled-back`: a journal lacks entries that were signed. `journal-forked`: other entries are in their place.
 */
export type Finding =
  | 'wallet-missing'
  | 'wallet-exchanged'
  | 'claim-undone'
  | 'application-key-missing'
  | 'acceptance-forged'
  | JournalFinding;

/** Each of them stops the journal of the application until an operator has looked. */
export type JournalFinding = 'journal-broken' | 'journal-rolled-back' | 'journal-forked';

export function isOfJournal(finding: Finding): finding is JournalFinding {
  return finding.startsWith('journal-');
}

/** Reports the incident. Throw the error that it returns. */
export type Tampered = (finding: Finding, about: Readonly<Record<string, string>>) => AppError;

const message = 'what is stored of the wallet is not what was made for its owner';

export function createTampered(
  tell: (finding: Finding, about: Readonly<Record<string, string>>) => void,
): Tampered {
  return (finding, about) => {
    tell(finding, about);
    if (finding === 'application-key-missing')
      return new AppError('wallet.record-corrupt', 'the application’s key is missing');
    if (finding === 'journal-broken') return journalStopped();
    return new AppError('wallet.record-mismatch', message);
  };
}
