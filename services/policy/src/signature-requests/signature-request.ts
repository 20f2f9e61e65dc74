import { createHash } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import type { Operation } from '@wallet-service/chains';

/** A signature that waits for the approval of owners. */
export type SignatureRequest = {
  readonly applicationId: string;
  readonly id: string;
  readonly walletId: string;
  /** SHA-256 of what is signed, for whom and with which wallet. */
  readonly operationHash: Buffer;
  /** JSON: everything that is approved. */
  readonly text: string;
  /** Approvals that the rules demanded when it was last asked for. */
  readonly needed: number;
  readonly state: 'open' | 'declined';
  readonly approvals: readonly GivenApproval[];
  /** Unix seconds. */
  readonly timeCreated: number;
  readonly timeExpires: number;
  /** Of the first verdict. */
  readonly timeSigned: number | undefined;
  /** Of the first verdict. */
  readonly decisionId: string | undefined;
};

/** One approval with what proves it. */
export type GivenApproval = {
  readonly person_id: string;
  /** Unix seconds. */
  readonly time: number;
  /** AuthenticationResponseJSON: what the passkey signed. */
  readonly passkey: string;
  /** Identity's statement about the person, in base64. */
  readonly approver: string;
};

/** What somebody asks to be signed. */
export type ToSign = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly chain: string;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly issuer: string;
  readonly subject: string;
  readonly operation: Operation;
};

export const lifetimeSeconds = 86_400;
/**
 * For so long after the first verdict the same bytes get others, so that a lost answer or a signer that was away costs
 * nothing. Then the approvals are used up.
 */
export const repeatSeconds = 600;

/**
 * What an approval is for: these payloads, for this user, with this wallet. A request for anything else has another
 * hash, so no approval reaches it.
 */
export function operationHashOf(request: ToSign, payloadHashes: readonly Uint8Array[]): Buffer {
  const { applicationId, walletId, chain, network, publicKey, issuer, subject, operation } = request;
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return sha256(
    JSON.stringify([
      ...['wallet-service approved operation v1', applicationId, walletId, chain, network, hex(publicKey)],
      ...[issuer, subject, operation.kind, payloadHashes.map(hex)],
      // Another recipient gets the same payloads.
      ...(operation.kind === 'export_private_key' ? [hex(operation.recipientPublicKey)] : []),
    ]),
  );
}

/** SHA-256 of everything that is approved, in hex. */
export function hashOf({ text }: Pick<SignatureRequest, 'text'>): string {
  return sha256(`wallet-service signature request v1\n${text}`).toString('hex');
}

/**
 * What the passkey of a person signs to approve: SHA-256 over the hash of the request and the person, in base64url. It
 * is for nothing else, so an approval fits no other request and no other person.
 */
export function approvalChallenge(request: Pick<SignatureRequest, 'text'>, personId: string): string {
  return sha256(JSON.stringify(['wallet-service signature approval v1', hashOf(request), personId])).toString(
    'base64url',
  );
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A verdict relied on it, and no other one will. */
export function isUsed(
  { timeSigned, timeExpires }: Pick<SignatureRequest, 'timeSigned' | 'timeExpires'>,
  nowSeconds: number,
): boolean {
  return timeSigned !== undefined && Math.min(timeSigned + repeatSeconds, timeExpires) <= nowSeconds;
}

/** Throws `signature-request.closed` unless owners have something to decide. */
export function demandWaiting(
  { state, timeExpires, timeSigned }: SignatureRequest,
  nowSeconds: number,
): void {
  if (state === 'open' && timeExpires > nowSeconds && timeSigned === undefined) return;
  throw new AppError(
    'signature-request.closed',
    'it was signed or declined, or has expired: ask for the signature again',
  );
}
