import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Chain } from '@wallet-service/addresses';
import type { EmailHash } from './email-hash.js';
import type { Owner } from './wallet.js';

/** SHA-256 of what was created once. Migration 0010 writes the same names for older rows. */
export type MarkName = Buffer;

export const applicationKeyMark: MarkName = nameOf('application-key');

export function expressMark({ issuer, subject }: Owner, chain: Chain): MarkName {
  return nameOf(`express:${chain}:${Buffer.byteLength(issuer)}:${issuer}${subject}`);
}

export function emailMark({ mac }: Pick<EmailHash, 'mac'>): MarkName {
  return nameOf('email:', mac);
}

/** The mark of a wallet from before addresses were hashed with a key. */
export function formerEmailMark({ former }: Pick<EmailHash, 'former'>): MarkName {
  return nameOf('email-hash:', former);
}

export function claimMark(walletId: string): MarkName {
  return nameOf(`claimed:${walletId}`);
}

/** The same, of a row of `wallets`. */
export const claimMarkSql = `sha256(convert_to('claimed:' || wallets.wallet_id, 'UTF8'))`;

/**
 * Marks a name. False if it already has a mark: then it was created before, and the transaction MUST NOT be
 * committed.
 */
export async function mark(
  transaction: PoolClient,
  applicationId: string,
  name: MarkName,
  walletId?: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'insert into wallet_marks (application_id, name, wallet_id) values ($1, $2, $3) on conflict do nothing',
    [applicationId, name, walletId ?? null],
  );
  return rowCount === 1;
}

function nameOf(kind: string, value: Uint8Array = Buffer.alloc(0)): MarkName {
  return createHash('sha256').update(kind).update(value).digest();
}
