import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import { walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';
import type { Owner, Wallet } from '../wallets/wallet.js';

/** A private key from elsewhere, as far as it is public, and for whom it is imported. */
export type ImportedKey = {
  readonly owner: Owner;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly address: string;
};

/** SHA-256 by which the database takes one import of one key for one owner and network, however many come at once. */
export function importedKeyHash({ owner, network, publicKey }: ImportedKey): Buffer {
  const parts = [owner.issuer, owner.subject, network].map((text) => Buffer.from(text));
  const canonical = encodeCanonical('wallet-service/imported-key/1', [...parts, publicKey]);
  return createHash('sha256').update(canonical).digest();
}

/**
 * The owner's Core wallet of this key and network: one that was imported, or one that was made here,
 * exported, and comes back. An import without an idempotency key whose answer was lost ends here, and its
 * wallet is named.
 */
export async function findWalletOfKey(
  transaction: PoolClient,
  { owner, network, publicKey, address }: ImportedKey,
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<WalletRow>(
    `select ${walletColumns} from wallets
     where application_id = $1 and interface = 'core' and address = $2 and owner_issuer = $3 and owner_subject = $4 and network = $5
       and public_key = $6
     order by wallet_id limit 1`,
    [owner.applicationId, address, owner.issuer, owner.subject, network, Buffer.from(publicKey)],
  );
  return rows.map(walletOf).at(0);
}
