import type { Pool, PoolClient } from 'pg';
import type { Chain } from '@wallet-service/addresses';
import { inTransaction } from '@wallet-service/postgres';
import type { Lease } from './make-once.js';
import { expressNetworkOf, type MintedKey, type Owner, type Wallet } from './wallet.js';
import { walletColumns, walletOf, type WalletRow } from './wallet-row.js';

export type WalletStore = {
  /** The owner's wallet of a chain on the Express interface, once its key is made. */
  readonly find: (owner: Owner, chain: Chain) => Promise<Wallet | undefined>;
  /**
   * Reserves the owner's wallet, or takes over a reservation whose lease has ended. Undefined when somebody else holds the lease or the key
   * is made. `ids` are those of a new wallet and of the lease; time is the database's, so that the replicas' clocks don't matter.
   */
  readonly reserve: (owner: Owner, chain: Chain, ids: Lease, leaseMs: number) => Promise<Lease | undefined>;
  /** Ends the lease now, so that the next one need not wait for it. */
  readonly release: (applicationId: string, lease: Lease) => Promise<void>;
};

export function walletStore(database: Pool): WalletStore {
  const forTenant = <Result>(
    applicationId: string,
    work: (transaction: PoolClient) => Promise<Result>,
  ): Promise<Result> => inTransaction(database, work, { applicationId });

  return {
    find: (owner, chain) =>
      forTenant(owner.applicationId, async (transaction) => {
        const { rows } = await transaction.query<WalletRow>(
          `select ${walletColumns} from wallets
           where application_id = $1 and owner_issuer = $2 and owner_subject = $3 and chain = $4
             and interface = 'express' and record_version > 0`,
          [owner.applicationId, owner.issuer, owner.subject, chain],
        );
        return rows.map(walletOf).at(0);
      }),

    reserve: (owner, chain, { walletId, leaseId }, leaseMs) =>
      forTenant(owner.applicationId, async (transaction) => {
        const { rows } = await transaction.query<{ wallet_id: string }>(
          `insert into wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network, record_version,
             lease_id, lease_ends, time_created)
           values ($1, $2, 'express', $3, $4, $5, $6, 0, $7, clock_timestamp() + $8 * interval '1 millisecond', clock_timestamp())
           on conflict (application_id, owner_issuer, owner_subject, chain) where interface = 'express'
           do update set lease_id = excluded.lease_id, lease_ends = excluded.lease_ends
             where wallets.record_version = 0 and wallets.lease_ends < clock_timestamp()
           returning wallet_id`,
          [
            walletId,
            owner.applicationId,
            owner.issuer,
            owner.subject,
            chain,
            expressNetworkOf(chain),
            leaseId,
            leaseMs,
          ],
        );
        return rows.map((row) => ({ walletId: row.wallet_id, leaseId })).at(0);
      }),

    release: (applicationId, { walletId, leaseId }) =>
      forTenant(applicationId, async (transaction) => {
        await transaction.query(
          `update wallets set lease_ends = clock_timestamp() - interval '1 millisecond'
           where application_id = $1 and wallet_id = $2 and lease_id = $3`,
          [applicationId, walletId, leaseId],
        );
      }),
  };
}

/** Stores the key of a reserved wallet, unless the lease was taken over: then undefined, and the key MUST be forgotten. */
export async function fillReservation(
  transaction: PoolClient,
  applicationId: string,
  { walletId, leaseId }: Lease,
  { sealed, publicKey, address }: MintedKey,
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<WalletRow>(
    `update wallets set record_version = 1, sealed = $4, public_key = $5, address = $6, lease_id = null, lease_ends = null
     where application_id = $1 and wallet_id = $2 and lease_id = $3
     returning ${walletColumns}`,
    [applicationId, walletId, leaseId, Buffer.from(sealed), Buffer.from(publicKey), address],
  );
  return rows.map(walletOf).at(0);
}
