import {
  definitions,
  serve,
  type CallServer,
  type Handlers,
  type PolicyDefinition,
  type Tls,
} from '@wallet-service/grpc';
import { sayingWhenTheDatabaseIsDown } from '@wallet-service/postgres';
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
    handlers: sayingWhenTheDatabaseIsDown(handlers),
    allowed,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
    maxRequestBytes: 512 * 1024,
  });
}
