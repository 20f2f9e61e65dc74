import { createHash } from 'node:crypto';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Wallet } from '../wallets/wallet.js';

export const walletEventTypes = [
  'wallet.created',
  'wallet.imported',
  'wallet.claimed',
  'access_key.rotated',
  'access_key.recovered',
] as const;
export type WalletEventType = (typeof walletEventTypes)[number];

/** What happened to a wallet. Written in the transaction of the change, so neither exists without the other. */
export type WalletEvent = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly event: WalletEventType;
  /** SHA-256 of the user's token. Zeros if there was none. */
  readonly jwtHash: Buffer;
  /** The token had already been used for something else. */
  readonly tokenReused: boolean;
  readonly details: object;
  readonly traceId: string;
};

/** With the wallet as it is from now on. */
export type EventOfWallet = WalletEvent & { readonly wallet: Wallet };

type AnyEvent = Omit<WalletEvent, 'event'> & { readonly event: string };

const noToken = Buffer.alloc(32);
const noWallet = '00000000-0000-0000-0000-000000000000';

/** An event with facts of the wallet that the application may see. */
export function walletEvent(
  event: WalletEventType,
  wallet: Wallet,
  request: { readonly jwt: string | undefined; readonly traceId: string },
): EventOfWallet {
  const { chain, network, address, recordVersion } = wallet;
  return {
    applicationId: wallet.applicationId,
    walletId: wallet.id,
    event,
    jwtHash: request.jwt === undefined ? noToken : createHash('sha256').update(request.jwt).digest(),
    tokenReused: false,
    details: { interface: wallet.interface, chain, network, address, record_version: recordVersion },
    traceId: request.traceId,
    wallet,
  };
}

export function entryOfEvent(
  { applicationId, walletId, event, jwtHash, tokenReused, details, traceId }: AnyEvent,
  recordedAtMs: number,
  requestId: string,
): JournalEntry {
  return {
    applicationId,
    recordedAtMs,
    kind: 'event',
    requestId,
    walletId,
    operation: event,
    payloadHashes: Buffer.alloc(0),
    jwtHash,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused,
    traceId,
    details: JSON.stringify(details),
  };
}

/** The entry of an event of an application, which belongs to no wallet and to no user's request. */
export function entryOfApplicationEvent(
  event: Pick<AnyEvent, 'applicationId' | 'event' | 'details'> & { readonly traceId?: string },
  recordedAtMs: number,
  requestId: string,
): JournalEntry {
  const ofNobody = { walletId: noWallet, jwtHash: noToken, tokenReused: false };
  return entryOfEvent({ traceId: '', ...event, ...ofNobody }, recordedAtMs, requestId);
}
