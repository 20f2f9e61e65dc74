import type { Registry } from 'prom-client';
import { gaugeOf } from './gauge-of.js';

/** The part of a `pg` pool that shows how busy it is. */
export type CountedPool = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};

/** How many connections each pool has, and how many callers wait for one. */
export function measureDatabase(registry: Registry, pools: Readonly<Record<string, CountedPool>>): void {
  gaugeOf(
    registry,
    {
      name: 'wallet_service_database_connections',
      help: 'Connections to Postgres by pool and state (busy, idle), and callers that wait for one (waiting).',
      labels: ['pool', 'state'],
    },
    () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'waiting' }, value: waitingCount },
      ]),
  );
}
