import { AppError } from '@wallet-service/errors';
import {
  definitions,
  serve,
  type CallServer,
  type Handlers,
  type Tls,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { isDatabaseUnavailable } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<WalletDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

const allowed = {
  GetOrCreateWallet: ['gateway'],
  Sign: ['gateway'],
  CreateWalletGroup: ['gateway'],
  GetWalletGroup: ['gateway'],
  ListWalletGroups: ['gateway'],
  CreateWallet: ['gateway'],
  GetWallet: ['gateway'],
  ListWallets: ['gateway'],
  RotateAccessKey: ['gateway'],
  RecoverAccessKey: ['gateway'],
  ExportPrivateKey: ['gateway'],
  GetImportKey: ['gateway'],
  ImportPrivateKey: ['gateway'],
  PregenerateWallets: ['gateway'],
  GetPregeneratedWallet: ['gateway'],
  GetAttestations: ['gateway', 'operator'],
  PublishTrustBundle: ['trust-publisher', 'operator'],
  GetTrustStatus: ['gateway', 'trust-publisher', 'operator'],
  ListEvents: ['webhooks'],
  ListJournal: ['gateway', 'operator'],
} as const;

/** A trust bundle of 16 MiB as JSON with base64, and the message around it. */
const maxRequestBytes = 17 * 1024 * 1024;

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, metrics, logger } = options;
  const server = await serve({
    definition: definitions.wallet,
    handlers: withDatabaseErrors(handlers),
    allowed,
    listen,
    tls,
    ready: () => true,
    observe: createCallLog({ metrics, logger }),
    onInternalError: (error, call) => {
      logger.error({ err: error, ...call }, 'a call failed for a reason that is not the caller’s');
    },
    maxRequestBytes,
  });
  measureServer(metrics.registry, server);
  return server;
}

// A database out of reach is no bug of ours: the caller may try again, so it must not leave as `internal`.
function withDatabaseErrors(handlers: Handlers<WalletDefinition>): Handlers<WalletDefinition> {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    const call = handler as (...args: unknown[]) => Promise<unknown>;
    return [
      name,
      (...args: unknown[]) =>
        call(...args).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
          throw new AppError('service.unavailable', 'the wallet database is not reachable', {
            cause: error,
            retryAfterSeconds: 1,
          });
        }),
    ];
  });
  return Object.fromEntries(guarded) as Handlers<WalletDefinition>;
}
