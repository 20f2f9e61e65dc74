import type { Pool, PoolClient } from 'pg';
import type { Chain } from '@wallet-service/addresses';
import { inTransaction } from '@wallet-service/postgres';
import { expressNetworkOf, type MintedKey, type Owner, type Wallet } from './wallet.js';

/** The right to make the key of a reserved wallet, until the lease ends. */
export type Lease = { readonly walletId: string; readonly leaseId: string };

export type WalletStore = {
  /** The owner's wallet of a chain, once its key is made. */
  readonly find: (owner: Owner, chain: Chain) => Promise<Wallet | undefined>;
  /**
   * Reserves the owner's wallet, or takes over a reservation whose lease has ended. Undefined when somebody else holds the lease or the key
   * is made. `ids` are those of a new wallet and of the lease; time is the database's, so that the replicas' clocks don't matter.
   */
  readonly reserve: (owner: Owner, chain: Chain, ids: Lease, leaseMs: number) => Promise<Lease | undefined>;
  /** Stores the key, unless the lease was taken over: then undefined, and the key MUST be forgotten. */
  readonly fill: (applicationId: string, lease: Lease, key: MintedKey) => Promise<Wallet | undefined>;
  /** Ends the lease now, so that the next one need not wait for it. */
  readonly release: (applicationId: string, lease: Lease) => Promise<void>;
};

type WalletRow = {
  wallet_id: string;
  application_id: string;
  chain: Chain;
  network: string;
  record_version: number;
  sealed: Buffer;
  public_key: Buffer;
  address: string;
  time_created: Date;
};

const columns =
  'wallet_id, application_id, chain, network, record_version, sealed, public_key, address, time_created';

export function walletStore(database: Pool): WalletStore {
  const forTenant = <Result>(
    applicationId: string,
    work: (transaction: PoolClient) => Promise<Result>,
  ): Promise<Result> => inTransaction(database, work, { applicationId });

  return {
    find: (owner, chain) =>
      forTenant(owner.applicationId, async (transaction) => {
        const { rows } = await transaction.query<WalletRow>(
          `select ${columns} from wallets
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

    fill: (applicationId, { walletId, leaseId }, { sealed, publicKey, address }) =>
      forTenant(applicationId, async (transaction) => {
        const { rows } = await transaction.query<WalletRow>(
          `update wallets set record_version = 1, sealed = $4, public_key = $5, address = $6, lease_id = null, lease_ends = null
           where application_id = $1 and wallet_id = $2 and lease_id = $3
           returning ${columns}`,
          [applicationId, walletId, leaseId, Buffer.from(sealed), Buffer.from(publicKey), address],
        );
        return rows.map(walletOf).at(0);
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

function walletOf(row: WalletRow): Wallet {
  return {
    id: row.wallet_id,
    applicationId: row.application_id,
    chain: row.chain,
    network: row.network,
    recordVersion: row.record_version,
    sealed: row.sealed,
    publicKey: row.public_key,
    address: row.address,
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
  };
}
