import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { encodeCanonical } from '@wallet-service/signer-protocol';
import { walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';
import type { Owner, Wallet } from '../wallets/wallet.js';

/** The public part of an imported private key, and its owner. */
export type ImportedKey = {
  readonly owner: Owner;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly address: string;
};

/**
 * A SHA-256 that lets the database accept only one import of a key per owner and network, however many run at
 * once.
 */
export function importedKeyHash({ owner, network, publicKey }: ImportedKey): Buffer {
  const parts = [owner.issuer, owner.subject, network];
  const canonical = encodeCanonical('wallet-service/imported-key/1', [...parts, publicKey]);
  return createHash('sha256').update(canonical).digest();
}

/**
 * The owner's Core wallet with this key and network. It was imported, or it was created here, exported and
 * comes back. If the answer of an import without an idempotency key was lost, the next attempt ends here and
 * names its wallet.
 */
export async function findWalletOfKey(
  transaction: PoolClient,
  { owner, network, publicKey, address }: ImportedKey,
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<WalletRow>(
    `select ${walletColumns} from wallets
     where application_id = $1 and interface = 'core' and address = $2 and owner_issuer = $3
       and owner_subject = $4 and network = $5
       and public_key = $6
     order by wallet_id limit 1`,
    [owner.applicationId, address, owner.issuer, owner.subject, network, Buffer.from(publicKey)],
  );
  return rows.map(walletOf).at(0);
}
