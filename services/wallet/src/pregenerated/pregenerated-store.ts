import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Lease } from '../wallets/make-once.js';
import type { Owner, Wallet } from '../wallets/wallet.js';
import type { EmailHash } from './email-hash.js';
import { unixSeconds, walletColumns, walletOf, type WalletRow } from '../wallets/wallet-row.js';

/** A wallet that was made for an e-mail address, claimed or not. */
export type PregeneratedWallet = {
  readonly wallet: Wallet;
  /** Unix seconds. */
  readonly timeClaimed: number | undefined;
};

type PregeneratedRow = WalletRow & { time_claimed: Date | null; email_mac: Buffer | null };

export type PregeneratedStore = {
  /** A row from before addresses were hashed with a key is found too, and then has the keyed hash alone. */
  readonly find: (applicationId: string, emailHash: EmailHash) => Promise<PregeneratedWallet | undefined>;
  readonly reserve: (
    applicationId: string,
    emailHash: EmailHash,
    ids: Lease,
    leaseMs: number,
  ) => Promise<Lease | undefined>;
};

export const pregeneratedNetwork = 'EVM';

export function pregeneratedStore(database: Pool): PregeneratedStore {
  return {
    find: (applicationId, { mac, former }) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<PregeneratedRow>(
            `select ${walletColumns}, time_claimed, email_mac from wallets
             where application_id = $1 and (email_mac = $2 or email_hash = $3) and record_version > 0`,
            [applicationId, mac, former],
          );
          const [row] = rows;
          if (!row) return undefined;
          if (row.email_mac === null)
            await transaction.query(
              'update wallets set email_mac = $3, email_hash = null where application_id = $1 and wallet_id = $2',
              [applicationId, row.wallet_id, mac],
            );
          const timeClaimed = row.time_claimed === null ? undefined : unixSeconds(row.time_claimed);
          return { wallet: walletOf(row), timeClaimed };
        },
        { applicationId },
      ),

    reserve: (applicationId, { mac }, { walletId, leaseId }, leaseMs) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<{ wallet_id: string }>(
            `insert into wallets (wallet_id, application_id, interface, origin, email_mac, chain, network, record_version, lease_id, lease_ends,
               time_created)
             values ($1, $2, 'pregenerated', 'pregenerated', $3, 'ETH', '${pregeneratedNetwork}', 0, $4,
               clock_timestamp() + $5 * interval '1 millisecond', clock_timestamp())
             on conflict (application_id, email_mac) where email_mac is not null
             do update set lease_id = excluded.lease_id, lease_ends = excluded.lease_ends
               where wallets.record_version = 0 and wallets.lease_ends < clock_timestamp()
             returning wallet_id`,
            [walletId, applicationId, mac, leaseId, leaseMs],
          );
          return rows.map((row) => ({ walletId: row.wallet_id, leaseId })).at(0);
        },
        { applicationId },
      ),
  };
}

/** Removes a reservation in whose place something else comes. False when the lease was lost. */
export async function removeReservation(
  transaction: PoolClient,
  applicationId: string,
  { walletId, leaseId }: Lease,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from wallets where application_id = $1 and wallet_id = $2 and lease_id = $3 and record_version = 0',
    [applicationId, walletId, leaseId],
  );
  return rowCount === 1;
}

/** Gives an unclaimed wallet its owner and the record that was sealed to him. Undefined when somebody claimed it meanwhile. */
export async function writeClaim(
  transaction: PoolClient,
  unclaimed: Wallet,
  claim: { readonly owner: Owner; readonly as: 'express' | 'core'; readonly sealed: Uint8Array },
): Promise<Wallet | undefined> {
  const { rows } = await transaction.query<WalletRow>(
    `update wallets set interface = $4, owner_issuer = $5, owner_subject = $6, record_version = record_version + 1, sealed = $7,
       time_updated = clock_timestamp(), time_claimed = clock_timestamp()
     where application_id = $1 and wallet_id = $2 and record_version = $3 and interface = 'pregenerated'
     returning ${walletColumns}`,
    [
      unclaimed.applicationId,
      unclaimed.id,
      unclaimed.recordVersion,
      claim.as,
      claim.owner.issuer,
      claim.owner.subject,
      Buffer.from(claim.sealed),
    ],
  );
  return rows.map(walletOf).at(0);
}
