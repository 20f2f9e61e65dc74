import { repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import type { RuleSets } from './revisions/rule-set-store.js';

const pauseMs = 3_600_000;

export type BackgroundWorkDeps = {
  readonly sealRules: RuleSets['sealAll'];
  readonly deleteOldRecords: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Checks the stored policies and settings, and deletes old records, every hour. */
export function startBackgroundWork({
  sealRules,
  deleteOldRecords,
  logger,
}: BackgroundWorkDeps): BackgroundWork {
  const onError = (failure: string) => (error: unknown) => {
    logger.warn({ err: error }, failure);
  };
  const stops = [
    repeat(
      async () => {
        reportSealed(await sealRules(), logger);
      },
      { pauseMs },
      onError('the stored policies were not checked; they will be checked again later'),
    ),
    repeat(
      deleteOldRecords,
      { pauseMs },
      onError('old records were not deleted; it will be tried again later'),
    ),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

type Sealed = Awaited<ReturnType<RuleSets['sealAll']>>;

export function reportSealed({ sealed, refused }: Sealed, logger: Pick<Logger, 'warn'>): void {
  if (sealed + refused > 0)
    logger.warn({ sealed, refused }, 'policies and settings without a MAC got one or were refused');
}
