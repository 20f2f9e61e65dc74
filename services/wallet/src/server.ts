import {
  definitions,
  serve,
  type CallServer,
  type Handlers,
  type Tls,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { sayingWhenTheDatabaseIsDown } from '@wallet-service/postgres';
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
    handlers: sayingWhenTheDatabaseIsDown(handlers),
    allowed,
    listen,
    tls,
    ready: () => true,
    ...createCallLog({ metrics, logger }),
    maxRequestBytes,
  });
  measureServer(metrics.registry, server);
  return server;
}
