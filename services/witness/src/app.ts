import { setTimeout as sleep } from 'node:timers/promises';
import type { Handlers, WitnessDefinition } from '@wallet-service/grpc';
import { repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import type { RootDocument, RootInForce } from '@wallet-service/signer-protocol';
import type { StateDirectory } from './disk/state-directory-store.js';
import { createOneAtATime } from './disk/one-at-a-time.js';
import { readDocument, takeDocument, type TakeDocumentDeps } from './documents/take-document.js';
import type { FetchKeySet } from './key-sets/key-set-client.js';
import { createKeySets, type KeySetsDeps } from './key-sets/key-sets.js';
import { logHandlers } from './logs/log-handlers.js';
import { createLogKeeper, type LogKeeperDeps } from './logs/log-keeper.js';
import { createRootKeeper, type RootKeeperDeps } from './root/root-keeper.js';
import { stateHandlers } from './state/state-handlers.js';
import { createClock, createSpeaker, type ClockDeps } from './statements/speaker.js';
import type { WitnessKey } from './statements/witness-key.js';

export type Listeners = {
  readonly onRootTaken: RootKeeperDeps['onTaken'];
  readonly onRootRefused: RootKeeperDeps['onRefused'];
  readonly onOffered: TakeDocumentDeps['onOffered'];
  readonly onCheckpointOffered: LogKeeperDeps['onOffered'];
  readonly onFetched: KeySetsDeps['onFetched'];
  readonly onClockBehind: ClockDeps['onClockBehind'];
};

export type AppOptions = Listeners & {
  readonly key: WitnessKey;
  readonly baked: RootInForce;
  readonly state: StateDirectory;
  readonly fetchKeySet: FetchKeySet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type App = {
  readonly handlers: Handlers<WitnessDefinition>;
  readonly root: () => RootDocument;
  readonly startBackgroundWork: (logger: Pick<Logger, 'info' | 'warn'>) => BackgroundWork;
};

const sweepPauseMs = 3_600_000;

/** Composes the service: everything except the process around it. */
export async function createApp(options: AppOptions): Promise<App> {
  const { key, baked, state, now } = options;
  const seconds = () => Math.floor(now() / 1000);
  const root = await createRootKeeper({
    baked,
    state,
    now: seconds,
    onTaken: options.onRootTaken,
    onRefused: options.onRootRefused,
  });
  const time = createClock({ now, onClockBehind: options.onClockBehind });
  const speak = createSpeaker({ ...key, time, rootVersion: () => root.inForce().version });
  const keepLogs = createLogKeeper({ ...key, state, time, onOffered: options.onCheckpointOffered });
  const oneAtATime = createOneAtATime();
  const documents = {
    state,
    oneAtATime,
    root: root.inForce,
    now: seconds,
    onOffered: options.onOffered,
  };
  const handlers = {
    ...logHandlers(keepLogs),
    ...stateHandlers({
      root,
      speak,
      take: (applicationId, offered) => takeDocument(documents, applicationId, offered),
      readDocument: (applicationId) => readDocument(documents, applicationId),
      keySets: createKeySets({
        state,
        oneAtATime,
        fetchKeySet: options.fetchKeySet,
        now,
        elapsed: () => performance.now(),
        sleep: (ms) => sleep(ms, undefined, { ref: false }),
        onFetched: options.onFetched,
      }),
      now,
    }),
  };
  /** No signer accepts a key set that was seen so long ago. Without this, the disk would keep all that ever were. */
  async function sweep(): Promise<number> {
    return state.removeOlder('key-sets', now() - root.inForce().keySetMaxAgeSeconds * 1_000);
  }
  return {
    handlers,
    root: root.inForce,
    startBackgroundWork: (logger) => ({
      stop: repeat(
        async () => {
          const removed = await sweep();
          if (removed > 0) logger.info({ removed }, 'key sets that nobody asked for any more were removed');
        },
        { pauseMs: sweepPauseMs, atOnce: true },
        (error) => {
          logger.warn({ err: error }, 'old key sets were not removed; tried again in an hour');
        },
      ),
    }),
  };
}
