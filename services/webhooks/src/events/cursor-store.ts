import type { Rows } from '../rows.js';
import type { Source } from './source.js';

/** One feed that is to be read on from `position`. */
export type FeedDuty = {
  readonly applicationId: string;
  readonly source: Source;
  readonly position: bigint;
};

type DutyRow = { application_id: string; source: Source; position: bigint };

/**
 * Takes feeds that are due, of applications with an enabled endpoint, for `leaseMs`; other replicas take others meanwhile. In a transaction
 * that sees every application.
 */
export async function claimDueFeeds(rows: Rows, limit: number, leaseMs: number): Promise<FeedDuty[]> {
  const { rows: found } = await rows.query<DutyRow>(
    `update cursors c set time_next_poll = now() + $2 * interval '1 millisecond'
     from (
       select d.application_id, d.source from cursors d
       where d.time_next_poll <= now()
         and exists (select from endpoints e where e.application_id = d.application_id and e.disabled_reason is null)
       order by d.time_next_poll limit $1 for update skip locked
     ) due
     where c.application_id = due.application_id and c.source = due.source
     returning c.application_id, c.source, c.position`,
    [limit, leaseMs],
  );
  return found.map(({ application_id, source, position }) => ({
    applicationId: application_id,
    source,
    position,
  }));
}
