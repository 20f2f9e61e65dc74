import { bytesOfInteger, bytesOfText, encodeCanonical, Refused } from '@wallet-service/signer-protocol';
import type { WalletContext } from '@wallet-service/signer-protocol';
import type { VerifiedUserToken } from '@wallet-service/jwt';

/** Whose wallet it is. Never a provider row, an API key or, once claimed, an e-mail address. */
export type Owner = { readonly kind: 'user'; readonly issuer: string; readonly subject: string };

export const signingChains = ['ETH', 'SOL', 'BTC'] as const;
export type SigningChain = (typeof signingChains)[number];

/** Everything that a sealed record is bound to. */
export type RecordContext = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly owner: Owner;
  readonly chain: SigningChain;
  readonly network: string;
  readonly recordVersion: number;
  readonly accessKeyRequired: boolean;
};

/** The owner is who the verified token says, and nobody else's word counts. */
export function ownerOf(token: Pick<VerifiedUserToken, 'issuer' | 'subject'>): Owner {
  return { kind: 'user', issuer: token.issuer, subject: token.subject };
}

/** The caller's part of the context, checked for form, with the owner of the verified token. */
export function recordContext(context: WalletContext, owner: Owner): RecordContext {
  const { applicationId, walletId, network, recordVersion, accessKeyRequired } = context;
  const chain = signingChains.find((known) => known === context.chain);
  if (chain === undefined) throw malformed('context.chain');
  for (const [field, text] of Object.entries({ applicationId, walletId, network }))
    if (!/^[\x21-\x7e]{1,128}$/.test(text)) throw malformed(`context.${field}`);
  if (recordVersion < 1) throw malformed('context.recordVersion');
  return { applicationId, walletId, owner, chain, network, recordVersion, accessKeyRequired };
}

/** The context as associated data: canonical, so that no two contexts share their bytes. */
export function associatedData(context: RecordContext): Uint8Array {
  const { owner } = context;
  return encodeCanonical('wallet-service/sealed-record/1', [
    bytesOfText(context.applicationId),
    bytesOfText(context.walletId),
    bytesOfText(owner.kind),
    bytesOfText(owner.issuer),
    bytesOfText(owner.subject),
    bytesOfText(context.chain),
    bytesOfText(context.network),
    bytesOfInteger(context.recordVersion),
    Uint8Array.of(context.accessKeyRequired ? 1 : 0),
  ]);
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}
