import {
  definitions,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type PolicyDefinition,
  type Tls,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<PolicyDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

const secretKey = { gateway: 'application' } as const;
const wallet = { wallet: 'nothing' } as const;

/**
 * Only the wallet service gets verdicts. Changing what they depend on needs a grant for a secret key of the
 * application.
 */
export const access: Access<PolicyDefinition> = {
  Evaluate: wallet,
  ReleaseReservation: wallet,
  SetMinimumRecordVersion: wallet,
  GetSettings: secretKey,
  UpdateSettings: secretKey,
  CreatePolicy: secretKey,
  GetPolicy: secretKey,
  ListPolicies: secretKey,
  UpdatePolicy: secretKey,
  DeletePolicy: secretKey,
  ListPolicyRevisions: secretKey,
  EvaluateDryRun: secretKey,
  ListDecisions: secretKey,
  GetDecision: secretKey,
  ListEvents: { webhooks: 'nothing' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.policy,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
    maxRequestBytes: 512 * 1024,
  });
  measureServer(metrics.registry, server);
  return server;
}
