import { chains, type Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';

/** Who owns a wallet. Never a provider's row, a key or an e-mail address: editing those can't re-target a wallet. */
export type Owner = {
  readonly applicationId: string;
  readonly issuer: string;
  readonly subject: string;
};

/** A wallet whose key is made. The owner, the chain, the keys and the address never change. */
export type Wallet = {
  readonly id: string;
  readonly applicationId: string;
  /** Undefined for a pre-generated wallet that nobody has claimed. */
  readonly owner: Owner | undefined;
  /** Whose rules it follows: express = one for each owner and chain. */
  readonly interface: 'express' | 'core' | 'pregenerated';
  readonly chain: Chain;
  readonly network: string;
  /** Of the sealed record: 1 at creation, one more at every re-sealing. */
  readonly recordVersion: number;
  readonly sealed: Uint8Array;
  readonly accessKeyRequired: boolean;
  /** The owner's token alone can issue a new access key, by `recoveryRecord`. */
  readonly recoverable: boolean;
  readonly recoveryRecord: Uint8Array | undefined;
  /** secp256k1 compressed (33 bytes) or Ed25519 (32 bytes). */
  readonly publicKey: Uint8Array;
  readonly address: string;
  readonly groupId: string | undefined;
  readonly resourceId: string | undefined;
  readonly origin: 'created' | 'imported' | 'pregenerated';
  /** Unix seconds. */
  readonly timeCreated: number;
  /** When the record was last sealed anew. Unix seconds. */
  readonly timeUpdated: number | undefined;
};

/** What the signer made; not a wallet until it is stored. */
export type MintedKey = Pick<Wallet, 'sealed' | 'publicKey' | 'address'>;

const expressNetworks = { ETH: 'EVM', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const satisfies Record<
  Chain,
  string
>;

/** The network on which a wallet of the Express interface lives. */
export function expressNetworkOf(chain: Chain): string {
  return expressNetworks[chain];
}

export function parseChain(text: string): Chain {
  const chain = chains.find((name) => name === text);
  if (chain === undefined) throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  return chain;
}

/** One text for one owner and chain, and no other: no part can contain the separator but the last. */
export function ownerKey({ applicationId, issuer, subject }: Owner, chain: Chain): string {
  return JSON.stringify([applicationId, chain, issuer, subject]);
}

/**
 * Before the signer is asked, which would take it for an exchanged record. The holder of an application's secret key may know the ids of its
 * wallets, so the answer tells him nothing new.
 */
export function assertOwnedBy(wallet: Wallet, { applicationId, issuer, subject }: Owner): void {
  const { owner } = wallet;
  const isOwner =
    wallet.applicationId === applicationId && owner?.issuer === issuer && owner.subject === subject;
  if (!isOwner)
    throw new AppError('wallet.owner-mismatch', 'the wallet does not belong to the identity of the token');
}
