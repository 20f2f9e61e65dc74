import type { Pool, PoolClient } from 'pg';
import { chainTable, type Chain } from '@wallet-service/addresses';
import { inTransaction } from '@wallet-service/postgres';
import type { CreationLock } from './find-or-create.js';
import type { Tampered } from './tampering.js';
import type { MintedKey, NewWallet, Owner, Wallet } from './wallet.js';
import { expressMark } from './wallet-marks-store.js';
import { unixSeconds, walletColumns, walletOf, type WalletRow } from './wallet-row.js';

export type WalletStore = {
  /**
   * The owner's wallet of a chain on the Express interface, once its key is created. Rejects if one was
   * created and is missing, or another is in its place.
   */
  readonly find: (owner: Owner, chain: Chain) => Promise<Wallet | undefined>;
  /**
   * Locks the owner's wallet: inserts a placeholder, or takes over one whose lock has ended. Undefined if another
   * process holds the lock or the key is made. `ids` are for a new wallet and the lock. Time is the database's, so
   * the replicas' clocks don't matter.
   */
  readonly acquire: (
    owner: Owner,
    chain: Chain,
    ids: CreationLock,
    lockMs: number,
  ) => Promise<CreationLock | undefined>;
  /** Ends the lock now, so that nobody has to wait for its end. */
  readonly release: (applicationId: string, lock: CreationLock) => Promise<void>;
};

export function walletStore(database: Pool, tampered: Tampered): WalletStore {
  const forTenant = <Result>(
    applicationId: string,
    work: (transaction: PoolClient) => Promise<Result>,
  ): Promise<Result> => inTransaction(database, work, { applicationId });

  return {
    find: (owner, chain) =>
      forTenant(owner.applicationId, async (transaction) => {
        const { rows } = await transaction.query<MarkedRow>(
          `select ${walletColumns}, marks.wallet_id as marked_id from (values (true)) as always
           left join wallets on wallets.application_id = $1 and owner_issuer = $2 and owner_subject = $3 and chain = $4
             and interface = 'express' and record_version > 0
           left join wallet_marks as marks on marks.application_id = $1 and marks.name = $5`,
          [owner.applicationId, owner.issuer, owner.subject, chain, expressMark(owner, chain)],
        );
        return markedWallet(rows[0], owner.applicationId, tampered);
      }),

    acquire: (owner, chain, { walletId, lockId }, lockMs) =>
      forTenant(owner.applicationId, async (transaction) => {
        const { rows } = await transaction.query<{ wallet_id: string }>(
          `insert into wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain,
            network, record_version,
             lease_id, lease_ends, time_created)
           values ($1, $2, 'express', $3, $4, $5, $6, 0, $7, clock_timestamp() + $8 * interval '1 millisecond',
             clock_timestamp())
           on conflict (application_id, owner_issuer, owner_subject, chain) where interface = 'express'
           do update set lease_id = excluded.lease_id, lease_ends = excluded.lease_ends
             where wallets.record_version = 0 and wallets.lease_ends < excluded.time_created
           returning wallet_id`,
          [
            walletId,
            owner.applicationId,
            owner.issuer,
            owner.subject,
            chain,
            chainTable[chain].expressNetwork,
            lockId,
            lockMs,
          ],
        );
        return rows.map((row) => ({ walletId: row.wallet_id, lockId })).at(0);
      }),

    release: (applicationId, { walletId, lockId }) =>
      forTenant(applicationId, async (transaction) => {
        await transaction.query(
          `update wallets set lease_ends = statement_timestamp() - interval '1 millisecond'
           where application_id = $1 and wallet_id = $2 and lease_id = $3`,
          [applicationId, walletId, lockId],
        );
      }),
  };
}

/**
 * A row together with the id under which it was marked as created. Without a row there is no wallet, without
 * an id no mark.
 */
export type MarkedRow = (WalletRow | { readonly wallet_id: null }) & { readonly marked_id: string | null };

/**
 * The wallet of a row. Throws if one was created under this name and is missing. The signer verifies that it
 * is the right one.
 */
export function markedWallet(
  row: MarkedRow | undefined,
  applicationId: string,
  tampered: Tampered,
): Wallet | undefined {
  if (row && row.wallet_id !== null) return walletOf(row);
  const marked = row?.marked_id ?? undefined;
  if (marked !== undefined) throw tampered('wallet-missing', { applicationId, walletId: marked });
  return undefined;
}

/**
 * Stores a wallet in place of its placeholder. Undefined if the lock was taken over: then the caller MUST forget the
 * key. Every column is written, because nothing in a placeholder is trusted except when it was made.
 */
export async function fillPlaceholder(
  transaction: PoolClient,
  { lockId }: CreationLock,
  wallet: NewWallet,
  { sealed, publicKey, address }: MintedKey,
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<{ time_created: Date }>(
    `update wallets set interface = $4, origin = $5, owner_issuer = $6, owner_subject = $7, email_mac = $8,
       chain = $9, network = $10, record_version = $11, access_key_required = $12, recoverable = $13, sealed = $14,
       public_key = $15, address = $16, recovery_record = null, group_id = null, resource_id = null,
       email_hash = null, imported_key_hash = null, time_updated = null,
       time_claimed = null, lease_id = null, lease_ends = null
     where application_id = $1 and wallet_id = $2 and lease_id = $3 and record_version = 0
     returning time_created`,
    [
      wallet.applicationId,
      wallet.id,
      lockId,
      wallet.interface,
      wallet.origin,
      wallet.owner?.issuer ?? null,
      wallet.owner?.subject ?? null,
      wallet.emailMac ? Buffer.from(wallet.emailMac) : null,
      wallet.chain,
      wallet.network,
      wallet.recordVersion,
      wallet.accessKeyRequired,
      wallet.recoverable,
      Buffer.from(sealed),
      Buffer.from(publicKey),
      address,
    ],
  );
  const [row] = rows;
  if (!row) return undefined;
  const timeCreated = unixSeconds(row.time_created);
  const records = { sealed, publicKey, address, recoveryRecord: undefined };
  return { ...wallet, ...records, timeCreated, timeUpdated: undefined };
}
