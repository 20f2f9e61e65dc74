import { createRowMac } from '@wallet-service/values';
import {
  contentOf,
  hasLeaf,
  leafDataOf,
  type JournalEntry,
  type StoredEntry,
} from '@wallet-service/journal-format';
import { leafHashOf, type CompactRange } from '@wallet-service/transparency-log';

/** The end of an application's log. */
export type Log = CompactRange & {
  /** 1, or when an operator last accepted that the end was lost, in Unix seconds. */
  readonly generation: number;
  /** It gets what a hash chain of an earlier version has, and nothing else yet. Only an empty log can come to this. */
  readonly isImporting?: true;
};

/** Where an entry is in its log, and its leaf hash there. */
export type Leaf = { readonly seq: bigint; readonly leafHash: Uint8Array };

/** An operator's acceptance of a loss, or of what was found wrong with a journal (table `losses`). */
export type Acceptance = {
  readonly applicationId: string;
  readonly lossId: string;
  readonly reason: string;
  /** Microseconds since the epoch, as the database writes them. */
  readonly acceptedAtUs: string;
};

/**
 * Proves which journal entries, which ends of logs, which rows that wait for the journal, and which acceptances, were
 * written by a process that has the event key.
 */
export type JournalMacs = {
  readonly ofLeaf: (leaf: Leaf) => Buffer;
  readonly fitsEntry: (mac: Uint8Array | null, entry: StoredEntry) => boolean;
  readonly ofLog: (applicationId: string, log: Log) => Buffer;
  readonly fitsLog: (mac: Uint8Array | null, applicationId: string, log: Log) => boolean;
  readonly ofWaiting: (entry: JournalEntry) => Buffer;
  readonly fitsWaiting: (mac: Uint8Array | null, entry: JournalEntry) => boolean;
  readonly ofAcceptance: (acceptance: Acceptance) => Buffer;
  readonly fitsAcceptance: (mac: Uint8Array | null, acceptance: Acceptance) => boolean;
};

/**
 * `secret` is at least 32 bytes that the database does not have. Until `adoptUntilMs` what has no MAC counts as
 * written before there were MACs, or under a secret that is lost. `previousSecret`: another secret, while it is being
 * changed. What has its MAC is genuine too.
 */
export function createJournalMacs(
  secret: Uint8Array,
  adoptUntilMs: number | undefined,
  {
    now,
    previousSecret,
  }: { readonly now?: () => number; readonly previousSecret?: Uint8Array | undefined } = {},
): JournalMacs {
  const secrets = { secret, previousSecret };
  const common = { ...secrets, adoptUntilMs, ...(now && { now }) };
  const entries = createRowMac({ ...common, purpose: 'wallet/journal-log-entry' });
  const logs = createRowMac({ ...common, purpose: 'wallet/journal-log' });
  const imports = createRowMac({ ...secrets, purpose: 'wallet/journal-import' });
  const chained = createRowMac({ ...common, purpose: 'wallet/journal-entry' });
  const waiting = createRowMac({ ...common, purpose: 'wallet/journal-outbox' });
  const acceptances = createRowMac({ ...common, purpose: 'wallet/acceptance' });
  const partsOfLog = (applicationId: string, { generation, size, hashes }: Log) =>
    [applicationId, BigInt(generation), BigInt(size), Buffer.concat(hashes)] as const;
  const partsOfAcceptance = ({ applicationId, lossId, reason, acceptedAtUs }: Acceptance) =>
    [applicationId, lossId, reason, acceptedAtUs] as const;
  const nowhere = 0n;
  return {
    ofLeaf: ({ seq, leafHash }) => entries.of(seq, leafHash),
    fitsEntry: (mac, { seq, entry, chainHash }) =>
      chainHash
        ? chained.fits(mac, chainHash, contentOf(seq, entry))
        : hasLeaf(entry) && entries.fits(mac, seq, leafHashOf(leafDataOf(entry))),
    ofLog: (applicationId, log) => (log.isImporting ? imports : logs).of(...partsOfLog(applicationId, log)),
    fitsLog: (mac, applicationId, log) =>
      (log.isImporting ? imports : logs).fits(mac, ...partsOfLog(applicationId, log)),
    ofWaiting: (entry) => waiting.of(contentOf(nowhere, entry)),
    fitsWaiting: (mac, entry) => waiting.fits(mac, contentOf(nowhere, entry)),
    ofAcceptance: (acceptance) => acceptances.of(...partsOfAcceptance(acceptance)),
    fitsAcceptance: (mac, acceptance) => acceptances.fits(mac, ...partsOfAcceptance(acceptance)),
  };
}
