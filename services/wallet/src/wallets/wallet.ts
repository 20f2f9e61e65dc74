import { hash } from 'node:crypto';
import { chains, chainTable, isChain, type Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import { encodeCanonical } from '@wallet-service/signer-protocol';

/**
 * The owner of a wallet. Never a provider's row, a key or an e-mail address, so editing those can't give a
 * wallet to somebody else.
 */
export type Owner = {
  readonly applicationId: string;
  readonly issuer: string;
  readonly subject: string;
};

/** A wallet whose key is created. Owner, chain, keys and address never change. */
export type Wallet = {
  readonly id: string;
  readonly applicationId: string;
  /** Undefined for an unclaimed pre-generated wallet. */
  readonly owner: Owner | undefined;
  /** The interface whose rules apply. express: one wallet per owner and chain. */
  readonly interface: 'express' | 'core' | 'pregenerated';
  readonly chain: Chain;
  readonly network: string;
  /** Version of the sealed record: 1 at creation, one more at every re-sealing. */
  readonly recordVersion: number;
  readonly sealed: Uint8Array;
  readonly accessKeyRequired: boolean;
  /** The owner's token alone can issue a new access key, by `recoveryRecord`. */
  readonly recoverable: boolean;
  readonly recoveryRecord: Uint8Array | undefined;
  /** secp256k1 compressed (33 bytes) or Ed25519 (32 bytes). */
  readonly publicKey: Uint8Array;
  readonly address: string;
  /** For a pre-generated wallet: the HMAC of its e-mail address under a key that only signers have. */
  readonly emailMac?: Uint8Array | undefined;
  readonly groupId: string | undefined;
  readonly resourceId: string | undefined;
  readonly origin: 'created' | 'imported' | 'pregenerated';
  /** Unix seconds. */
  readonly timeCreated: number;
  /** When the record was last re-sealed. Unix seconds. */
  readonly timeUpdated: number | undefined;
};

/**
 * The labels: facts about a wallet that its record does not name. Signers seal their hash with the record, so
 * that nobody can change any of them in the database.
 */
export type Labels = Pick<Wallet, 'interface' | 'origin' | 'groupId' | 'resourceId' | 'emailMac'>;

/** SHA-256, 32 bytes. */
export function hashOfLabels(labels: Labels): Uint8Array {
  const { origin, groupId = '', resourceId, emailMac = new Uint8Array(0) } = labels;
  const texts = [labels.interface, origin, groupId, resourceId === undefined ? '' : `=${resourceId}`];
  const canonical = encodeCanonical('wallet-service/wallet-labels/1', [...texts, emailMac]);
  return new Uint8Array(hash('sha256', canonical, 'buffer'));
}

/** What the signer created. It is not a wallet until it is stored. */
export type MintedKey = Pick<Wallet, 'sealed' | 'publicKey' | 'address'>;

/** Wallets are pre-generated on this chain only. */
export const pregeneratedChain = 'ETH';

/** A wallet before its key is created, as this service defines it. */
export type NewWallet = Omit<Wallet, keyof MintedKey | 'recoveryRecord' | 'timeCreated' | 'timeUpdated'>;

export function newExpressWallet(id: string, owner: Owner, chain: Chain): NewWallet {
  const network = chainTable[chain].expressNetwork;
  return {
    ...newWallet(id, owner.applicationId),
    owner,
    interface: 'express',
    origin: 'created',
    chain,
    network,
  };
}

/** Belongs to the user who proves the e-mail address. */
export function newPregeneratedWallet(id: string, applicationId: string, emailMac: Uint8Array): NewWallet {
  const chain = pregeneratedChain;
  const network = chainTable[chain].expressNetwork;
  const waiting = { interface: 'pregenerated', origin: 'pregenerated', chain, network } as const;
  return { ...newWallet(id, applicationId), ...waiting, owner: undefined, emailMac };
}

function newWallet(id: string, applicationId: string) {
  const records = { recordVersion: 1, accessKeyRequired: false, recoverable: false };
  return { id, applicationId, ...records, groupId: undefined, resourceId: undefined };
}

export function parseChain(text: string): Chain {
  if (!isChain(text)) throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  return text;
}

/** Text that is unique for an owner and chain: no part except the last can contain the separator. */
export function ownerKey({ applicationId, issuer, subject }: Owner, chain: Chain): string {
  return JSON.stringify([applicationId, chain, issuer, subject]);
}

export function isOwnedBy(wallet: Wallet, { applicationId, issuer, subject }: Owner): boolean {
  const { owner } = wallet;
  return wallet.applicationId === applicationId && owner?.issuer === issuer && owner.subject === subject;
}

/**
 * Checked before the call to the signer, which would report an exchanged record. The holder of an
 * application's secret key may know the ids of its wallets, so the answer reveals nothing new.
 */
export function assertOwnedBy(wallet: Wallet, owner: Owner): void {
  if (!isOwnedBy(wallet, owner))
    throw new AppError('wallet.owner-mismatch', 'the wallet does not belong to the identity of the token');
}
