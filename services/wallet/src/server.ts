import {
  definitions,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type Tls,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';

export type ServerOptions = {
  readonly handlers: Handlers<WalletDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

const secretKey = { gateway: 'application' } as const;
const user = { gateway: 'user-token' } as const;
// On Express the user's token is the only credential. Only the Core interface, which needs a secret key,
// names a wallet by its id.
const userOrSecretKey = {
  gateway: ({ walletId }: { readonly walletId: string }) =>
    walletId === '' ? ('user-token' as const) : ('application' as const),
};

/**
 * Which process may call which method, by the name in its certificate, and with which grant. Everything else
 * is refused.
 */
export const access: Access<WalletDefinition> = {
  GetOrCreateWallet: user,
  Sign: userOrSecretKey,
  ExportPrivateKey: userOrSecretKey,
  CreateWalletGroup: secretKey,
  GetWalletGroup: secretKey,
  ListWalletGroups: secretKey,
  CreateWallet: secretKey,
  GetWallet: secretKey,
  ListWallets: secretKey,
  ListAllWallets: secretKey,
  ListUsers: secretKey,
  RotateAccessKey: secretKey,
  RecoverAccessKey: secretKey,
  GetImportKey: secretKey,
  ImportPrivateKey: secretKey,
  PregenerateWallets: secretKey,
  GetPregeneratedWallet: secretKey,
  // Public, like the attestations in its answers.
  GetAttestations: { gateway: 'nothing', operator: 'nothing' },
  GetTrustStatus: { gateway: 'application', operator: 'nothing' },
  ListEvents: { webhooks: 'nothing' },
  ListJournal: { gateway: 'application', operator: 'nothing' },
  GetLogFile: { gateway: 'application' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.wallet,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
  });
  measureServer(metrics.registry, server);
  return server;
}
