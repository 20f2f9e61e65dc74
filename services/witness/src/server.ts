import {
  definitions,
  serve,
  type Access,
  type CallServer,
  type Handlers,
  type Tls,
  type WitnessDefinition,
} from '@wallet-service/grpc';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<WitnessDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/** Documents and checkpoints count by their signatures, so the caller's certificate is enough. */
export const access: Access<WitnessDefinition> = {
  State: { identity: 'nothing', operator: 'nothing' },
  CosignCheckpoints: { wallet: 'nothing' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.witness,
    handlers,
    access,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
    // A root document and an application's document, each with its signatures, and 64 sources. Or 256 checkpoints with
    // proofs of 40 hashes.
    maxRequestBytes: 512 * 1024,
  });
  measureServer(metrics.registry, server);
  return server;
}
