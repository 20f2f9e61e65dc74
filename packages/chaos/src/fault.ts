import type { RunningStack, SupervisedProcess } from '@wallet-service/local-stack';
import type { Answer, BalancedGateways } from './balanced-gateways.js';
import type { User } from './load.js';
import type { PostgresServer } from './postgres-server.js';
import type { RedisServer } from './redis-server.js';
import type { VanishingProxy } from '@wallet-service/test-kit/vanishing-proxy';

/** The real suite with two replicas of everything, on a Postgres and a Redis that may be killed. */
export type ChaosSetup = {
  readonly stack: RunningStack;
  readonly gateways: BalancedGateways;
  readonly postgres: PostgresServer;
  /** The folder of the database's data, on a separate small file system if possible. */
  readonly postgresFolder: string;
  readonly hasSmallDisk: boolean;
  readonly redis: RedisServer | undefined;
  /** The services reach Postgres and Redis through these. */
  readonly postgresLink: VanishingProxy | undefined;
  readonly redisLink: VanishingProxy | undefined;
  /** Users with a wallet. */
  readonly users: readonly User[];
  /** A message signed by one user. */
  readonly sign: (user: User) => Promise<Answer>;
  readonly process: (name: string) => SupervisedProcess;
};

export type Fault = {
  readonly name: string;
  readonly what: string;
  /** Why the fault is not possible here. */
  readonly skip?: (setup: ChaosSetup) => string | undefined;
  /**
   * Injects the fault under load. Resolves when the cause is gone, from which recovery is counted. Throws an Error with
   * one line per problem.
   */
  readonly run: (setup: ChaosSetup) => Promise<void>;
  /**
   * The errors that callers may get during the fault, in addition to `service.…`, such as a broken connection.
   * No error at all when `none`.
   */
  readonly mayFail?: 'none' | RegExp | undefined;
};

export const allReplicas = (service: string): readonly string[] => [`${service}-0`, `${service}-1`];

export function throwAll(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
