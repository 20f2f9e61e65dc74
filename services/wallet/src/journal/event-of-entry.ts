/** What the feed reads of an entry. */
export type FeedEntry = {
  readonly seq: bigint;
  readonly recordedAtMs: bigint;
  readonly kind: string;
  readonly requestId: string;
  readonly walletId: string;
  readonly operation: string;
  readonly payloadHashes: Uint8Array;
  readonly outcome: string;
  readonly errorCode: string;
};

export type WalletEvent = {
  readonly id: string;
  readonly type: 'signature.created' | 'signature.denied';
  readonly position: bigint;
  readonly timeMs: bigint;
  readonly orderingKey: string;
  readonly dataJson: string;
};

/** What an entry tells the application; undefined for an intent and for what failed. Its id follows from the entry: the same at every reading. */
export function eventOfEntry(entry: FeedEntry): WalletEvent | undefined {
  const { kind, outcome, requestId, walletId, operation, errorCode } = entry;
  if (kind !== 'result' || (outcome !== 'signed' && outcome !== 'denied')) return undefined;
  return {
    id: `evt_${requestId.replaceAll('-', '')}`,
    type: outcome === 'signed' ? 'signature.created' : 'signature.denied',
    position: entry.seq,
    timeMs: entry.recordedAtMs,
    orderingKey: walletId,
    dataJson: JSON.stringify({
      wallet_id: walletId,
      request_id: requestId,
      operation,
      payload_hashes: hashesOf(entry.payloadHashes),
      ...(outcome === 'denied' && { error_code: errorCode }),
    }),
  };
}

/** SHA-256 values that stand one after the other, each in hex. */
function hashesOf(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.match(/.{64}/g) ?? [];
}
