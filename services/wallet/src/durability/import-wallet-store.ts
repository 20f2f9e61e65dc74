import type { PoolClient } from 'pg';
import { addressOf } from '@wallet-service/addresses';
import { importedKeyHash } from '../core-wallets/imported-key-store.js';
import { claimMark, emailMark, expressMark, mark, type MarkName } from '../wallets/wallet-marks-store.js';
import type { Wallet } from '../wallets/wallet.js';

/** Why a wallet cannot be put back. */
export type NotImported = { readonly walletId: string; readonly why: string };

/**
 * Puts a wallet back that the database lost, in the version that the caller has. Undefined if it is there now.
 * No wallet with a key is ever replaced by another one.
 */
export async function importWallet(
  transaction: PoolClient,
  wallet: Wallet,
): Promise<NotImported | undefined> {
  const refused = (why: string): NotImported => ({ walletId: wallet.id, why });
  if (addressOf(wallet.chain, wallet.network, wallet.publicKey) !== wallet.address)
    return refused('its address is not that of its public key');
  await removePlaceholders(transaction, wallet);
  const other = await otherInItsPlace(transaction, wallet);
  if (other !== undefined) return refused(`another wallet has its place: ${other}`);
  for (const name of marksOf(wallet))
    if (!(await isMarked(transaction, wallet, name)))
      return refused('the database says that another wallet had its place');
  if (wallet.groupId !== undefined) await ensureGroup(transaction, wallet.applicationId, wallet.groupId);
  await upsert(transaction, wallet);
  return undefined;
}

function marksOf({ id, owner, chain, interface: kind, emailMac }: Wallet): readonly MarkName[] {
  return [
    ...(kind === 'express' && owner ? [expressMark(owner, chain)] : []),
    ...(emailMac ? [emailMark({ mac: Buffer.from(emailMac) })] : []),
    ...(emailMac && owner ? [claimMark(id)] : []),
  ];
}

async function isMarked(
  transaction: PoolClient,
  { applicationId, id }: Wallet,
  name: MarkName,
): Promise<boolean> {
  if (await mark(transaction, applicationId, name, id)) return true;
  const { rowCount } = await transaction.query(
    'select from wallet_marks where application_id = $1 and name = $2 and wallet_id = $3',
    [applicationId, name, id],
  );
  return rowCount === 1;
}

// Of wallets with the same owner and chain, e-mail address or imported key, of which there is one.
const samePlaceSql = `application_id = $1 and wallet_id <> $2 and (
  ($3 = 'express' and interface = 'express' and owner_issuer = $4 and owner_subject = $5 and chain = $6)
  or email_mac = $7 or imported_key_hash = $8)`;

function placeOf(wallet: Wallet): readonly unknown[] {
  const { applicationId, id, interface: kind, owner, chain, emailMac } = wallet;
  return [
    applicationId,
    id,
    kind,
    owner?.issuer ?? null,
    owner?.subject ?? null,
    chain,
    emailMac ? Buffer.from(emailMac) : null,
    importedHashOf(wallet),
  ];
}

function importedHashOf({ origin, owner, network, publicKey, address }: Wallet): Buffer | null {
  return origin === 'imported' && owner ? importedKeyHash({ owner, network, publicKey, address }) : null;
}

/** A placeholder has no key. */
async function removePlaceholders(transaction: PoolClient, wallet: Wallet): Promise<void> {
  await transaction.query(`delete from wallets where ${samePlaceSql} and record_version = 0`, [
    ...placeOf(wallet),
  ]);
}

/** Also one with the wallet's id and another address. */
async function otherInItsPlace(transaction: PoolClient, wallet: Wallet): Promise<string | undefined> {
  const { rows } = await transaction.query<{ wallet_id: string }>(
    `select wallet_id from wallets where ${samePlaceSql}
     union all
     select wallet_id from wallets where application_id = $1 and wallet_id = $2 and record_version > 0
       and (address <> $9 or public_key <> $10)
     limit 1`,
    [...placeOf(wallet), wallet.address, Buffer.from(wallet.publicKey)],
  );
  return rows[0]?.wallet_id;
}

/** The resource id of a group is not remembered. */
async function ensureGroup(transaction: PoolClient, applicationId: string, groupId: string): Promise<void> {
  await transaction.query(
    `insert into wallet_groups (group_id, application_id, time_created, time_updated)
     values ($2, $1, clock_timestamp(), clock_timestamp()) on conflict do nothing`,
    [applicationId, groupId],
  );
}

const columns = `interface, owner_issuer, owner_subject, chain, network, record_version, sealed, access_key_required,
  recoverable, recovery_record, public_key, address, group_id, resource_id, origin, email_mac, imported_key_hash,
  time_created, time_updated, time_claimed, lease_id, lease_ends`;
const excluded = columns.replaceAll(/[a-z_]+/g, 'excluded.$&');

async function upsert(transaction: PoolClient, wallet: Wallet): Promise<void> {
  const bytes = (value: Uint8Array | undefined): Buffer | null => (value ? Buffer.from(value) : null);
  await transaction.query(
    `insert into wallets as w (application_id, wallet_id, ${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, to_timestamp($20),
       to_timestamp($21), to_timestamp($22), null, null)
     on conflict (application_id, wallet_id) do update set (${columns}) = row (${excluded})
     where w.record_version < excluded.record_version`,
    [
      wallet.applicationId,
      wallet.id,
      wallet.interface,
      wallet.owner?.issuer ?? null,
      wallet.owner?.subject ?? null,
      wallet.chain,
      wallet.network,
      wallet.recordVersion,
      bytes(wallet.sealed),
      wallet.accessKeyRequired,
      wallet.recoverable,
      bytes(wallet.recoveryRecord),
      bytes(wallet.publicKey),
      wallet.address,
      wallet.groupId ?? null,
      wallet.resourceId ?? null,
      wallet.origin,
      bytes(wallet.emailMac),
      importedHashOf(wallet),
      wallet.timeCreated,
      wallet.timeUpdated ?? null,
      wallet.emailMac && wallet.owner ? (wallet.timeUpdated ?? wallet.timeCreated) : null,
    ],
  );
}
