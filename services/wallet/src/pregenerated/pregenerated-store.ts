import type { Pool, PoolClient } from 'pg';
import { chainTable } from '@wallet-service/addresses';
import { inTransaction } from '@wallet-service/postgres';
import type { CreationLock } from '../wallets/find-or-create.js';
import type { Tampered } from '../wallets/tampering.js';
import { claimMarkSql, emailMark, formerEmailMark } from '../wallets/wallet-marks-store.js';
import { markedWallet, type MarkedRow } from '../wallets/wallet-store.js';
import { pregeneratedChain, type Owner, type Wallet } from '../wallets/wallet.js';
import type { EmailHash } from '../wallets/email-hash.js';
import { unixSeconds, walletColumns } from '../wallets/wallet-row.js';

/** A wallet that was created for an e-mail address, claimed or not. */
export type PregeneratedWallet = {
  readonly wallet: Wallet;
  /** Unix seconds. */
  readonly timeClaimed: number | undefined;
};

type PregeneratedRow = MarkedRow & { readonly time_claimed: Date | null; readonly was_claimed: boolean };

export type PregeneratedStore = {
  /**
   * Also finds a row from before addresses were hashed with a key, and replaces its hash with the keyed one.
   * Rejects if a wallet was created for the address but is missing, is another one, or is unclaimed again
   * after a claim.
   */
  readonly find: (applicationId: string, emailHash: EmailHash) => Promise<PregeneratedWallet | undefined>;
  /** Whether a wallet was ever made for an address, claimed or not. */
  readonly isInUse: (applicationId: string) => Promise<boolean>;
  readonly acquire: (
    applicationId: string,
    emailHash: EmailHash,
    ids: CreationLock,
    lockMs: number,
  ) => Promise<CreationLock | undefined>;
};

export function pregeneratedStore(database: Pool, tampered: Tampered): PregeneratedStore {
  return {
    find: (applicationId, emailHash) =>
      inTransaction(
        database,
        async (transaction) => {
          const { mac, former } = emailHash;
          // In one statement, because another request may claim the wallet at any time.
          const { rows } = await transaction.query<PregeneratedRow>(
            `select ${walletColumns}, time_claimed, marks.wallet_id as marked_id,
               exists (
                 select from wallet_marks where application_id = $1 and name = ${claimMarkSql}
               ) as was_claimed
             from (values (true)) as always
             left join wallets on wallets.application_id = $1 and (email_mac = $2 or email_hash = $3)
               and record_version > 0
             left join lateral (
               select wallet_id from wallet_marks where application_id = $1 and name in ($4, $5)
                 order by name = $4 desc limit 1
             ) as marks on true
             order by email_mac is null limit 1`,
            [applicationId, mac, former, emailMark(emailHash), formerEmailMark(emailHash)],
          );
          const [row] = rows;
          const wallet = markedWallet(row, applicationId, tampered);
          if (!row || !wallet) return undefined;
          if (wallet.interface === 'pregenerated' && row.was_claimed)
            throw tampered('claim-undone', { applicationId, walletId: wallet.id });
          if (wallet.emailMac === undefined)
            await transaction.query(
              'update wallets set email_mac = $3, email_hash = null where application_id = $1 and wallet_id = $2',
              [applicationId, wallet.id, mac],
            );
          const timeClaimed = row.time_claimed === null ? undefined : unixSeconds(row.time_claimed);
          return { wallet: { ...wallet, emailMac: mac }, timeClaimed };
        },
        { applicationId },
      ),

    isInUse: (applicationId) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rowCount } = await transaction.query(
            `select from wallets where application_id = $1 and (email_mac is not null or email_hash is not null)
               and record_version > 0 limit 1`,
            [applicationId],
          );
          return rowCount !== 0;
        },
        { applicationId },
      ),

    acquire: (applicationId, { mac }, { walletId, lockId }, lockMs) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<{ wallet_id: string }>(
            `insert into wallets (wallet_id, application_id, interface, origin, email_mac, chain, network,
              record_version, lease_id, lease_ends,
               time_created)
             values ($1, $2, 'pregenerated', 'pregenerated', $3, '${pregeneratedChain}',
               '${chainTable[pregeneratedChain].expressNetwork}', 0, $4,
               clock_timestamp() + $5 * interval '1 millisecond', clock_timestamp())
             on conflict (application_id, email_mac) where email_mac is not null
             do update set lease_id = excluded.lease_id, lease_ends = excluded.lease_ends
               where wallets.record_version = 0 and wallets.lease_ends < excluded.time_created
             returning wallet_id`,
            [walletId, applicationId, mac, lockId, lockMs],
          );
          return rows.map((row) => ({ walletId: row.wallet_id, lockId })).at(0);
        },
        { applicationId },
      ),
  };
}

/** Removes a placeholder that another wallet replaces. False if the lock was lost. */
export async function removePlaceholder(
  transaction: PoolClient,
  applicationId: string,
  { walletId, lockId }: CreationLock,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from wallets where application_id = $1 and wallet_id = $2 and lease_id = $3 and record_version = 0',
    [applicationId, walletId, lockId],
  );
  return rowCount === 1;
}

/**
 * Stores the owner of an unclaimed wallet and the record that was sealed to them, both from `claimed`. False
 * if somebody claimed it meanwhile.
 */
export async function writeClaim(
  transaction: PoolClient,
  unclaimed: Wallet,
  claimed: Wallet & { readonly owner: Owner },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update wallets set interface = $4, owner_issuer = $5, owner_subject = $6, record_version = $7, sealed = $8,
       time_updated = to_timestamp($9), time_claimed = to_timestamp($9)
     where application_id = $1 and wallet_id = $2 and record_version = $3 and interface = 'pregenerated'`,
    [
      unclaimed.applicationId,
      unclaimed.id,
      unclaimed.recordVersion,
      claimed.interface,
      claimed.owner.issuer,
      claimed.owner.subject,
      claimed.recordVersion,
      Buffer.from(claimed.sealed),
      claimed.timeUpdated,
    ],
  );
  return rowCount === 1;
}
