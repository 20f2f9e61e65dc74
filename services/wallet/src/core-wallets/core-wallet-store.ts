import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Wallet } from '../wallets/wallet.js';
import { walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';

export type WalletFilter = {
  readonly groupId: string | undefined;
  readonly network: string | undefined;
  readonly resourceId: string | undefined;
  readonly address: string | undefined;
};

/** `before`: the id of the last wallet of the page before. Ids are UUIDs of version 7, so their order is that of creation. */
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

export function coreWalletStore(database: Pool): CoreWalletStore {
  return {
    find: (applicationId, walletId) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<WalletRow>(
            `select ${walletColumns} from wallets where application_id = $1 and wallet_id = $2 and interface = 'core'`,
            [applicationId, walletId],
          );
          return rows.map(walletOf).at(0);
        },
        { applicationId },
      ),

    list: (applicationId, { groupId, network, resourceId, address }, { before, limit }) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<WalletRow>(
            `select ${walletColumns} from wallets
             where application_id = $1 and interface = 'core' and record_version > 0
               and ($2::uuid is null or group_id = $2) and ($3::text is null or network = $3)
               and ($4::text is null or resource_id = $4) and ($5::text is null or address = $5)
               and ($6::uuid is null or wallet_id < $6)
             order by wallet_id desc limit $7`,
            [
              applicationId,
              groupId ?? null,
              network ?? null,
              resourceId ?? null,
              address ?? null,
              before ?? null,
              limit,
            ],
          );
          return rows.map(walletOf);
        },
        { applicationId },
      ),
  };
}

/** Stores a wallet whose key was made. The group MUST exist. Resolves to the wallet as it is stored. */
export async function insertCoreWallet(transaction: PoolClient, wallet: NewCoreWallet): Promise<Wallet> {
  const { rows } = await transaction.query<WalletRow>(
    `insert into wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network, record_version, sealed,
       access_key_required, recoverable, recovery_record, public_key, address, group_id, resource_id, origin, time_created)
     values ($1, $2, 'core', $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $14, $15, clock_timestamp())
     returning ${walletColumns}`,
    [
      wallet.id,
      wallet.owner.applicationId,
      wallet.owner.issuer,
      wallet.owner.subject,
      wallet.chain,
      wallet.network,
      Buffer.from(wallet.sealed),
      wallet.accessKeyRequired,
      wallet.recoverable,
      wallet.recoveryRecord && Buffer.from(wallet.recoveryRecord),
      Buffer.from(wallet.publicKey),
      wallet.address,
      wallet.groupId ?? null,
      wallet.resourceId ?? null,
      wallet.origin,
    ],
  );
  return only(rows);
}

export type NewCoreWallet = Pick<
  Wallet,
  | 'id'
  | 'chain'
  | 'network'
  | 'sealed'
  | 'accessKeyRequired'
  | 'recoverable'
  | 'recoveryRecord'
  | 'publicKey'
  | 'address'
  | 'groupId'
  | 'resourceId'
> & { readonly owner: NonNullable<Wallet['owner']>; readonly origin: 'created' | 'imported' };

/** Puts records of the next version in the place of the wallet's. Undefined when they are no longer those of `wallet`. */
export async function replaceRecords(
  transaction: PoolClient,
  wallet: Wallet,
  next: Records,
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<WalletRow>(
    `update wallets set record_version = record_version + 1, sealed = $4, recovery_record = $5, time_updated = clock_timestamp()
     where application_id = $1 and wallet_id = $2 and record_version = $3
     returning ${walletColumns}`,
    [
      wallet.applicationId,
      wallet.id,
      wallet.recordVersion,
      Buffer.from(next.sealed),
      next.recoveryRecord && Buffer.from(next.recoveryRecord),
    ],
  );
  return rows.map(walletOf).at(0);
}

function only(rows: readonly WalletRow[]): Wallet {
  const [row] = rows;
  if (!row) throw new Error('a row that was just written is not there');
  return walletOf(row);
}
