import type { Pool } from 'pg';

/** Of the checkpoints from before `untilMs` it keeps the last of each month. `owner`: of the schema. */
export async function thinCheckpoints(owner: Pool, applicationId: string, untilMs: number): Promise<number> {
  const { rowCount } = await owner.query(
    `delete from wallet.journal_checkpoints as c where c.application_id = $1 and c.signed_at < $2
       and exists (
         select from wallet.journal_checkpoints as later
         where later.application_id = c.application_id and later.generation = c.generation and later.size > c.size
           and date_trunc('month', to_timestamp(later.signed_at) at time zone 'UTC')
             = date_trunc('month', to_timestamp(c.signed_at) at time zone 'UTC'))`,
    [applicationId, Math.floor(untilMs / 1000)],
  );
  return rowCount ?? 0;
}
