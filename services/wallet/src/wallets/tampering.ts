import { AppError } from '@wallet-service/errors';

/**
 * What the wallet service itself finds wrong with what is stored. Each is an incident: no program of ours
 * leaves such rows. `wallet-missing`: a wallet that was made is not there. `wallet-exchanged`: another one is
 * in its place. `claim-undone`: a claimed wallet waits again. `application-key-missing`: the key of an
 * application that has had one. `journal-broken`: a head that is not the end of its journal.
 */
export type Finding =
  'wallet-missing' | 'wallet-exchanged' | 'claim-undone' | 'application-key-missing' | 'journal-broken';

/** Tells of the incident. What it returns is to be thrown. */
export type Tampered = (finding: Finding, about: Readonly<Record<string, string>>) => AppError;

const message = 'what is stored of the wallet is not what was made for its owner';

export function createTampered(
  tell: (finding: Finding, about: Readonly<Record<string, string>>) => void,
): Tampered {
  return (finding, about) => {
    tell(finding, about);
    if (finding === 'application-key-missing')
      return new AppError('wallet.record-corrupt', 'the application’s key is missing');
    if (finding === 'journal-broken')
      return new AppError('service.unavailable', 'the journal of the application cannot be written');
    return new AppError('wallet.record-mismatch', message);
  };
}
