import type { Queryable } from '@wallet-service/postgres';
import { byApplication } from '../by-application.js';
import type { RowMacs } from '../row-macs.js';
import type { Source } from './source.js';

/** A feed to read from `position`. */
export type FeedDuty = {
  readonly applicationId: string;
  readonly source: Source;
  readonly position: bigint;
};

type DutyRow = { source: Source; position: bigint; mac: Buffer | null };

const dueFeeds = `from cursors d where d.time_next_poll <= now() and exists (
  select from endpoints e where e.application_id = d.application_id and e.disabled_reason is null)`;

export const areFeedsDueSql = `exists (select 1 ${dueFeeds} limit 1)`;

/**
 * Locks feeds that are due, of applications with an enabled endpoint, for `lockMs`. Other replicas lock others
 * meanwhile. A feed whose position this service did not write is not read. Needs a transaction that sees every
 * application.
 */
export async function lockDueFeeds(
  rows: Queryable,
  { cursor, onRefused }: Pick<RowMacs, 'cursor' | 'onRefused'>,
  limit: number,
  lockMs: number,
): Promise<FeedDuty[]> {
  const { rows: due } = await rows.query<{ application_id: string; source: Source }>(
    `select d.application_id, d.source ${dueFeeds} order by d.time_next_poll limit $1`,
    [limit],
  );
  const locked: FeedDuty[] = [];
  // One by one, because locks of several applications may be on several servers.
  for (const [applicationId, feeds] of byApplication(due)) {
    const names = feeds.map(({ source }) => source);
    for (const { source, position, mac } of await lockFeeds(rows, applicationId, names, lockMs))
      if (cursor.fits(mac, applicationId, source, position)) locked.push({ applicationId, source, position });
      else onRefused('cursor', { applicationId, source });
  }
  return locked;
}

async function lockFeeds(
  rows: Queryable,
  applicationId: string,
  names: readonly Source[],
  lockMs: number,
): Promise<readonly DutyRow[]> {
  const { rows: found } = await rows.query<DutyRow>(
    `update cursors c set time_next_poll = now() + $3 * interval '1 millisecond'
     from (
       select source from cursors where application_id = $1 and source = any($2::text[]) and time_next_poll <= now()
       for update skip locked
     ) due
     where c.application_id = $1 and c.source = due.source
     returning c.source, c.position, c.mac`,
    [applicationId, names, lockMs],
  );
  return found;
}

type CursorRow = { source: string; position: bigint; mac: Buffer | null };

/** The cursors of one application, to check them. Inside a transaction of that application. */
export function cursorRows(rows: Queryable, applicationId: string, { cursor }: Pick<RowMacs, 'cursor'>) {
  return {
    async list(): Promise<readonly CursorRow[]> {
      const { rows: found } = await rows.query<CursorRow>(
        'select source, position, mac from cursors where application_id = $1',
        [applicationId],
      );
      return found;
    },

    async adopt(found: readonly CursorRow[]): Promise<void> {
      for (const { source, position, mac } of found) {
        if (mac !== null) continue;
        await rows.query(
          'update cursors set mac = $4 where application_id = $1 and source = $2 and position = $3 and mac is null',
          [applicationId, source, position, cursor.of(applicationId, source, position)],
        );
      }
    },
  };
}
