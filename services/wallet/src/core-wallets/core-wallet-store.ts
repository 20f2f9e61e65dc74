import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Tampered } from '../wallets/tampering.js';
import type { Wallet } from '../wallets/wallet.js';
import { unixSeconds, walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';
import { findWalletOfKey, importedKeyHash } from './imported-key-store.js';

export type WalletFilter = {
  readonly groupId: string | undefined;
  readonly network: string | undefined;
  readonly resourceId: string | undefined;
  readonly address: string | undefined;
  /** The owner's issuer and subject. */
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
};

/**
 * `before` is the id of the last wallet of the previous page. Ids are UUIDs of version 7, so they sort by
 * creation.
 */
export type WalletPage = { readonly before: string | undefined; readonly limit: number };

export type Records = Pick<Wallet, 'sealed' | 'recoveryRecord'>;

export type CoreWalletStore = {
  readonly find: (applicationId: string, walletId: string) => Promise<Wallet | undefined>;
  /** Newest first. */
  readonly list: (
    applicationId: string,
    filter: WalletFilter,
    page: WalletPage,
  ) => Promise<readonly Wallet[]>;
};

export function coreWalletStore(database: Pool, tampered: Tampered): CoreWalletStore {
  // A Core wallet is stored with its key: there is never a placeholder.
  const madeWallet = (row: WalletRow): Wallet => {
    if (row.record_version > 0) return walletOf(row);
    throw tampered('wallet-missing', { applicationId: row.application_id, walletId: row.wallet_id });
  };

  return {
    find: (applicationId, walletId) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<WalletRow>(
            `select ${walletColumns} from wallets where application_id = $1 and wallet_id = $2 and interface = 'core'`,
            [applicationId, walletId],
          );
          return rows.map(madeWallet).at(0);
        },
        { applicationId },
      ),

    list: (applicationId, filter, { before, limit }) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<WalletRow>(
            `select ${walletColumns} from wallets
             where application_id = $1 and interface = 'core'
               and ($2::uuid is null or group_id = $2) and ($3::text is null or network = $3)
               and ($4::text is null or resource_id = $4) and ($5::text is null or address = $5)
               and ($6::text is null or owner_issuer = $6) and ($7::text is null or owner_subject = $7)
               and ($8::uuid is null or wallet_id < $8)
             order by wallet_id desc limit $9`,
            [
              applicationId,
              filter.groupId ?? null,
              filter.network ?? null,
              filter.resourceId ?? null,
              filter.address ?? null,
              filter.issuer ?? null,
              filter.subject ?? null,
              before ?? null,
              limit,
            ],
          );
          return rows.map(madeWallet);
        },
        { applicationId },
      ),
  };
}

/**
 * Thrown if the owner already has this key on the network. `existing` is the wallet as stored, not verified.
 */
export class KeyHasWallet extends Error {
  readonly existing: Wallet | undefined;

  constructor(existing: Wallet | undefined) {
    super('the key has a wallet already');
    this.existing = existing;
  }
}

/**
 * Stores a wallet whose key was created or imported. The group MUST exist. Resolves to its creation time
 * (Unix seconds), which is all that is read back. Throws KeyHasWallet.
 */
export async function insertCoreWallet(transaction: PoolClient, wallet: NewCoreWallet): Promise<number> {
  const imported = wallet.origin === 'imported';
  const existing = imported ? await findWalletOfKey(transaction, wallet) : undefined;
  if (existing) throw new KeyHasWallet(existing);
  const { rows } = await transaction.query<{ time_created: Date }>(
    `insert into wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network,
       record_version, sealed, access_key_required, recoverable, recovery_record, public_key, address, group_id,
       resource_id, origin, imported_key_hash, time_created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, clock_timestamp())
     on conflict (application_id, imported_key_hash) where imported_key_hash is not null do nothing
     returning time_created`,
    [
      wallet.id,
      wallet.owner.applicationId,
      wallet.interface,
      wallet.owner.issuer,
      wallet.owner.subject,
      wallet.chain,
      wallet.network,
      wallet.recordVersion,
      Buffer.from(wallet.sealed),
      wallet.accessKeyRequired,
      wallet.recoverable,
      wallet.recoveryRecord && Buffer.from(wallet.recoveryRecord),
      Buffer.from(wallet.publicKey),
      wallet.address,
      wallet.groupId ?? null,
      wallet.resourceId ?? null,
      wallet.origin,
      imported ? importedKeyHash(wallet) : null,
    ],
  );
  const [row] = rows;
  // Another import of the key was quicker. It has committed, or this one would still wait for it.
  if (!row) throw new KeyHasWallet(await findWalletOfKey(transaction, wallet));
  return unixSeconds(row.time_created);
}

/** A wallet without its creation time. */
export type NewCoreWallet = Omit<Wallet, 'owner' | 'timeCreated' | 'timeUpdated'> & {
  readonly owner: NonNullable<Wallet['owner']>;
};

/**
 * Replaces the wallet's records with those of the next version. Resolves to the time (Unix seconds).
 * Undefined if the stored records are no longer those of `wallet`.
 */
export async function replaceRecords(
  transaction: PoolClient,
  wallet: Wallet,
  next: Records,
): Promise<number | undefined> {
  const { rows } = await transaction.query<{ time_updated: Date }>(
    `update wallets set record_version = record_version + 1, sealed = $4, recovery_record = $5,
      time_updated = statement_timestamp()
     where application_id = $1 and wallet_id = $2 and record_version = $3
     returning time_updated`,
    [
      wallet.applicationId,
      wallet.id,
      wallet.recordVersion,
      Buffer.from(next.sealed),
      next.recoveryRecord && Buffer.from(next.recoveryRecord),
    ],
  );
  return rows.map((row) => unixSeconds(row.time_updated)).at(0);
}
