import type { Queryable } from '@wallet-service/postgres';

export type Backlog = {
  readonly pending: number;
  readonly overdueSeconds: number;
  readonly feedOverdueSeconds: number;
};

/** What is overdue, by the database's clock. Needs a transaction that sees every application. */
export async function readBacklog(rows: Queryable): Promise<Backlog> {
  const { rows: found } = await rows.query<Record<keyof Backlog, number>>(
    `select
       (select count(*)::int from deliveries where status = 'pending') as pending,
       (select coalesce(extract(epoch from greatest(now() - min(time_due), interval '0')), 0)::float8 from (
          select distinct on (application_id, endpoint_id, ordering_key) time_due, under_way
          from deliveries where status = 'pending' order by application_id, endpoint_id, ordering_key, position
        ) first where not under_way) as "overdueSeconds",
       (select coalesce(extract(epoch from greatest(now() - min(c.time_due), interval '0')), 0)::float8 from cursors c
        where exists (select from endpoints e where e.application_id = c.application_id and e.disabled_reason is null)
       ) as "feedOverdueSeconds"`,
  );
  return found[0] ?? { pending: 0, overdueSeconds: 0, feedOverdueSeconds: 0 };
}
