import { trustApplied, type AppliedTrust } from '../trust/applied-trust.js';
import { administrative, type JournalEntry, type PlacedEntry } from '@wallet-service/journal-format';

export type PublishedEvent = {
  readonly id: string;
  readonly type: string;
  readonly position: bigint;
  readonly timeMs: bigint;
  readonly orderingKey: string;
  readonly traceId: string;
  readonly dataJson: string;
};

/**
 * The event of an entry. Undefined for intents and failures. The id is derived from the entry, so it is the
 * same at every reading.
 */
export function eventOfEntry({ seq, entry }: PlacedEntry): PublishedEvent | undefined {
  const type = typeOf(entry);
  if (type === undefined) return undefined;
  return {
    id: `evt_${entry.requestId.replaceAll('-', '')}`,
    type,
    position: seq,
    timeMs: BigInt(entry.recordedAtMs),
    traceId: entry.traceId,
    ...(entry.operation === trustApplied
      ? { orderingKey: 'trust', dataJson: JSON.stringify(trustOf(entry)) }
      : {
          orderingKey: entry.walletId,
          dataJson: JSON.stringify({ wallet_id: entry.walletId, ...dataOf(entry) }),
        }),
  };
}

function typeOf({ kind, outcome, operation }: JournalEntry): string | undefined {
  // What happened to the journal itself, and who changed what, is in the journal alone.
  if (kind === 'event')
    return operation.startsWith('journal.') || operation.startsWith(administrative) ? undefined : operation;
  if (kind !== 'result') return undefined;
  if (outcome === 'denied') return 'signature.denied';
  if (outcome !== 'signed') return undefined;
  return operation === 'export_private_key' ? 'wallet.exported' : 'signature.created';
}

function dataOf({
  kind,
  details,
  requestId,
  operation,
  payloadHashes,
  outcome,
  errorCode,
}: JournalEntry): object {
  if (kind === 'event') return JSON.parse(details) as object;
  return {
    request_id: requestId,
    operation,
    payload_hashes: hashesOf(payloadHashes),
    ...(outcome === 'denied' && { error_code: errorCode }),
  };
}

/** Without the keys, which the journal shows. */
function trustOf({ details, requestId }: JournalEntry): object {
  const { root_version, document_version, providers } = JSON.parse(details) as AppliedTrust;
  return {
    request_id: requestId,
    root_version,
    document_version,
    provider_ids: providers.map(({ id }) => id),
  };
}

/** Splits concatenated SHA-256 values, each into hex. */
function hashesOf(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.match(/.{64}/g) ?? [];
}
