import { gaugeOf, repeat, type Lifecycle, type Logger } from '@wallet-service/runtime';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { synchronousStandbyStore } from './durability/synchronous-standby-store.js';
import { watchStandby, type StandbyRule } from './durability/watch-standby.js';

const sayEveryMs = 60_000;

/** Looks at once, and then every minute. Rejects if the process must not start. */
export async function beginStandbyWatch(
  rule: StandbyRule,
  database: Pool,
  {
    registry,
    logger,
    lifecycle,
  }: { readonly registry: Registry; readonly logger: Logger; readonly lifecycle: Lifecycle },
): Promise<void> {
  const watch = watchStandby({
    rule,
    hasStandby: synchronousStandbyStore(database),
    onMissing: () => {
      logger.error(
        {},
        'INCIDENT: Postgres has no synchronous standby; a failover loses what is acknowledged now',
      );
    },
  });
  gaugeOf(
    registry,
    {
      name: 'wallet_service_synchronous_standby_missing',
      help: '1 = SYNCHRONOUS_STANDBY asks for a synchronous standby of Postgres, and none is connected.',
    },
    async () => Number(await watch.isMissing()),
  );
  await watch.atStart();
  const stop = repeat(watch.look, { pauseMs: sayEveryMs }, (error) => {
    logger.warn({ err: error }, 'the standbys of Postgres cannot be read');
  });
  lifecycle.onStop('end the watch over the standby', stop);
}
