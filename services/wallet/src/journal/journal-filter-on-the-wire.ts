import { invalidField } from '@wallet-service/errors';
import type { ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import type { JournalFilter } from './journal-filter-store.js';

type WireFilter = ReceivedRequestOf<WalletDefinition['ListJournal']>['filter'];

export type JournalUser = { readonly issuer: string; readonly subject: string };

const outcomes = ['signed', 'denied', 'failed'] as const;
const lastMs = 253_402_300_799_000;

/** Undefined without a filter. `walletsOf` gives the ids of a user's wallets. */
export async function journalFilterOf(
  wire: WireFilter,
  walletsOf: (user: JournalUser) => Promise<readonly string[]>,
): Promise<JournalFilter | undefined> {
  if (!wire) return undefined;
  const { walletId, issuer, subject, outcome, traceId } = wire;
  if ((issuer === '') !== (subject === ''))
    throw invalidField(
      issuer === '' ? '/issuer' : '/subject',
      'a user is an issuer and a subject: give both',
    );
  if (outcome !== '' && !outcomes.some((known) => known === outcome))
    throw invalidField('/outcome', `must be one of ${outcomes.join(', ')}`);
  const rest = {
    outcome: outcome || undefined,
    traceId: traceId || undefined,
    sinceMs: timeOf(wire.sinceMs, '/since'),
    untilMs: timeOf(wire.untilMs, '/until'),
  };
  // Text that is no id is the id of no wallet.
  const named = walletId === '' ? undefined : [walletId.toLowerCase()].filter(isUuid);
  if (subject === '') return { ...rest, walletIds: named };
  const theirs = await walletsOf({ issuer, subject });
  return { ...rest, walletIds: named ? theirs.filter((id) => named.includes(id)) : theirs };
}

function timeOf(text: string, path: string): number | undefined {
  const ms = Number(text);
  if (ms < 0 || ms > lastMs) throw invalidField(path, 'must be a time');
  return ms === 0 ? undefined : ms;
}
