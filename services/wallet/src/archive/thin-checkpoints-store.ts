import type { Pool } from 'pg';
import { readSignedCheckpoint } from '@wallet-service/journal-format';
import { storedNoteOf, type NoteRow } from '@wallet-service/journal-format/stored';
import { monthOf } from './months.js';

/** A month of checkpoints that name one key. Unix seconds. */
type Group = {
  readonly applicationId: string;
  readonly generation: bigint;
  readonly publicKey: Buffer;
  readonly from: number;
  readonly until: number;
};

/**
 * Of the checkpoints from before `untilMs` it keeps the last of each month and key that this key signed, and those
 * after it, which it did not. So nobody without the key makes its checkpoints go. `owner`: of the schema. Resolves to
 * how many went.
 */
export async function thinCheckpoints(owner: Pool, applicationId: string, untilMs: number): Promise<number> {
  const { rows } = await owner.query<{ generation: bigint; public_key: Buffer; signed_at: bigint }>(
    `select generation, public_key, min(signed_at) as signed_at from wallet.journal_checkpoints
     where application_id = $1 and signed_at < $2
     group by generation, public_key, date_trunc('month', to_timestamp(signed_at) at time zone 'UTC')
     having count(*) > 1`,
    [applicationId, Math.floor(untilMs / 1000)],
  );
  let removed = 0;
  for (const { generation, public_key: publicKey, signed_at: time } of rows) {
    const [from, until] = [0, 1].map((more) => monthOf(Number(time) * 1000, more) / 1000) as [number, number];
    const group = { applicationId, generation, publicKey, from, until };
    const last = await lastSigned(owner, group);
    if (last === undefined) continue;
    const { rowCount } = await owner.query(`delete from wallet.journal_checkpoints where ${ofGroup}`, [
      ...valuesOf(group),
      last,
    ]);
    removed += rowCount ?? 0;
  }
  return removed;
}

const ofGroup = `application_id = $1 and generation = $2 and public_key = $3 and signed_at >= $4 and signed_at < $5
  and size < $6`;
const valuesOf = ({ applicationId, generation, publicKey, from, until }: Group) => [
  applicationId,
  generation,
  publicKey,
  from,
  until,
];

/** The size of the last one that the key signed. */
async function lastSigned(owner: Pool, group: Group): Promise<bigint | undefined> {
  for (let before = BigInt(Number.MAX_SAFE_INTEGER); ;) {
    const { rows } = await owner.query<NoteRow>(
      `select generation, size, signed_at, note, public_key from wallet.journal_checkpoints where ${ofGroup}
       order by size desc limit 1`,
      [...valuesOf(group), before],
    );
    const [row] = rows;
    if (!row || readSignedCheckpoint(group.applicationId, storedNoteOf(row))) return row?.size;
    before = row.size;
  }
}
