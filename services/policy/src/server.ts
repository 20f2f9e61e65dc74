import { AppError } from '@wallet-service/errors';
import {
  definitions,
  serve,
  type CallServer,
  type Handlers,
  type PolicyDefinition,
  type Tls,
} from '@wallet-service/grpc';
import { isDatabaseUnavailable } from '@wallet-service/postgres';
import { createCallLog, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<PolicyDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

// Only the wallet service gets verdicts; only the gateway, which has authenticated the application, changes what they depend on.
const allowed = {
  Evaluate: ['wallet'],
  ReleaseReservation: ['wallet'],
  RaiseRecordFloor: ['wallet'],
  GetSettings: ['gateway'],
  UpdateSettings: ['gateway'],
  CreatePolicy: ['gateway'],
  GetPolicy: ['gateway'],
  ListPolicies: ['gateway'],
  UpdatePolicy: ['gateway'],
  DeletePolicy: ['gateway'],
  ListPolicyRevisions: ['gateway'],
  EvaluateDryRun: ['gateway'],
  ListDecisions: ['gateway'],
  ListEvents: ['webhooks'],
} as const;

export function startServer({
  handlers,
  listen,
  tls,
  ready,
  metrics,
  logger,
}: ServerOptions): Promise<CallServer> {
  return serve({
    definition: definitions.policy,
    handlers: withDatabaseErrors(handlers),
    allowed,
    listen,
    tls,
    ready,
    observe: createCallLog({ metrics, logger }),
    onInternalError: (error, call) => {
      logger.error({ err: error, ...call }, 'a call failed for a reason that is not the caller’s');
    },
    maxRequestBytes: 512 * 1024,
  });
}

// A database out of reach is no bug of ours: the caller may try again, so it must not leave as `internal`.
function withDatabaseErrors(handlers: Handlers<PolicyDefinition>): Handlers<PolicyDefinition> {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    const call = handler as (...args: unknown[]) => Promise<unknown>;
    return [
      name,
      (...args: unknown[]) =>
        call(...args).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
          throw new AppError('service.unavailable', 'the policy database is not reachable', {
            cause: error,
            retryAfterSeconds: 1,
          });
        }),
    ];
  });
  return Object.fromEntries(guarded) as Handlers<PolicyDefinition>;
}
