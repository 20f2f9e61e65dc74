import { isChain, type Chain } from '@wallet-service/addresses';
import { bytesOfInteger, encodeCanonical, Refused } from '@wallet-service/signer-protocol';
import type { WalletContext } from '@wallet-service/signer-protocol';
import type { VerifiedUserToken } from '@wallet-service/jwt';

/**
 * The owner of a wallet: a user as their provider names them. Never a provider row, an API key or an e-mail
 * address.
 */
export type UserOwner = { readonly kind: 'user'; readonly issuer: string; readonly subject: string };
/**
 * Until it is claimed, a pre-generated wallet belongs to the user who proves its address. Nobody can sign as such an
 * owner.
 */
export type EmailOwner = { readonly kind: 'email'; readonly email: string };
export type Owner = UserOwner | EmailOwner;

const labelsBytes = 32;

/** Everything that a sealed record is bound to. */
export type RecordContext = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly owner: Owner;
  readonly chain: Chain;
  readonly network: string;
  readonly recordVersion: number;
  readonly accessKeyRequired: boolean;
  /** The owner's token alone can issue a new access key. Only for wallets with an access key. */
  readonly recoverable: boolean;
  /**
   * SHA-256 of the wallet's labels, which the caller states. Absent in records from before there were labels.
   */
  readonly labels?: Uint8Array | undefined;
};

/** The owner is the subject of the verified token. No other statement counts. */
export function ownerOf(token: Pick<VerifiedUserToken, 'issuer' | 'subject'>): UserOwner {
  return { kind: 'user', issuer: token.issuer, subject: token.subject };
}

/** The caller's part of the context, checked for form, together with the owner of the verified token. */
export function recordContext(context: WalletContext, owner: Owner): RecordContext {
  const { applicationId, walletId, network, recordVersion, accessKeyRequired, recoverable } = context;
  const { chain } = context;
  if (!isChain(chain)) throw malformed('context.chain');
  for (const [field, text] of Object.entries({ applicationId, walletId, network }))
    if (!/^[\x21-\x7e]{1,128}$/.test(text)) throw malformed(`context.${field}`);
  if (recordVersion < 1) throw malformed('context.recordVersion');
  if (recoverable && !accessKeyRequired) throw malformed('context.recoverable');
  const bound = {
    applicationId,
    walletId,
    owner,
    chain,
    network,
    recordVersion,
    accessKeyRequired,
    recoverable,
  };
  return withLabels(bound, context.labels, 'context.labels');
}

/** The same context with other labels, or none if `labels` is empty. */
export function withLabels(context: RecordContext, labels: Uint8Array, field: string): RecordContext {
  if (labels.length !== 0 && labels.length !== labelsBytes) throw malformed(field);
  return { ...context, labels: labels.length === 0 ? undefined : labels };
}

/**
 * `wallet`: opens for signing, with the access key if there is one. `recovery`: opens without it, only for a
 * new access key.
 */
export type RecordPurpose = 'wallet' | 'recovery';

/** The context as associated data. The encoding is canonical, so that no two contexts have the same bytes. */
export function associatedData(context: RecordContext, purpose: RecordPurpose): Uint8Array {
  const { owner, accessKeyRequired, recoverable, labels } = context;
  const [issuer, subject] = owner.kind === 'user' ? [owner.issuer, owner.subject] : ['', owner.email];
  // With labels it has a different form, so that no record without labels equals one with them.
  const domain = `wallet-service/${purpose === 'wallet' ? 'sealed' : 'recovery'}-record/${labels ? 2 : 1}`;
  return encodeCanonical(domain, [
    context.applicationId,
    context.walletId,
    owner.kind,
    issuer,
    subject,
    context.chain,
    context.network,
    bytesOfInteger(context.recordVersion),
    Uint8Array.of((accessKeyRequired ? 1 : 0) + (recoverable ? 2 : 0)),
    ...(labels ? [labels] : []),
  ]);
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}
