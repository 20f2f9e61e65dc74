import type { HasSynchronousStandby } from './synchronous-standby-store.js';

/**
 * What happens without a synchronous standby. `required`: the process does not start. `warn`: it starts. Both say
 * it every minute. `off`: the storage below Postgres has copies, or the loss is accepted.
 */
export type StandbyRule = 'required' | 'warn' | 'off';

export type StandbyWatch = {
  /** Rejects if the process must not start. */
  readonly atStart: () => Promise<void>;
  /** Tells it if none is connected now. */
  readonly look: () => Promise<void>;
  /** Whether the rule wants one and none is connected. */
  readonly isMissing: () => Promise<boolean>;
};

export function watchStandby({
  rule,
  hasStandby,
  onMissing,
}: {
  readonly rule: StandbyRule;
  readonly hasStandby: HasSynchronousStandby;
  readonly onMissing: () => void;
}): StandbyWatch {
  const isMissing = async (): Promise<boolean> => rule !== 'off' && !(await hasStandby());
  const look = async (): Promise<void> => {
    if (await isMissing()) onMissing();
  };
  return {
    async atStart() {
      if (rule === 'required' && (await isMissing()))
        throw new Error(
          'Postgres has no synchronous standby, so a failover could lose wallets: connect one and name it in ' +
            'synchronous_standby_names; or set SYNCHRONOUS_STANDBY to warn, or to off if the storage below Postgres ' +
            'keeps copies',
        );
      await look();
    },
    look,
    isMissing,
  };
}
