import {
  definitions,
  operatorScoped,
  scoped,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type Need,
  type Tls,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';
import { installationId } from '@wallet-service/values';

export type ServerOptions = {
  readonly handlers: Handlers<WalletDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Called at the end of each call. */
  readonly onCall: () => void;
};

const user = { gateway: 'user-token' } as const;
// On Express the user's token is the only credential. Only the Core interface, which needs a secret key,
// names a wallet by its id.
const userOrScoped = (scope: 'sign' | 'export') => ({
  gateway: ({ walletId }: { readonly walletId: string }): Need =>
    walletId === '' ? 'user-token' : { scopes: [scope] },
});
// The installation's journal is for operators, and they read no other.
const journalReader = {
  gateway: ({ applicationId }: { readonly applicationId: string }): Need =>
    applicationId === installationId ? { scopes: ['read'], operator: 'must' } : { scopes: ['read'] },
};

/**
 * Which process may call which method, by the name in its certificate, and with which grant. Everything else
 * is refused.
 */
export const access: Access<WalletDefinition> = {
  GetOrCreateWallet: user,
  Sign: userOrScoped('sign'),
  ExportPrivateKey: userOrScoped('export'),
  CreateWalletGroup: scoped('wallets'),
  GetWalletGroup: scoped('lookup'),
  ListWalletGroups: scoped('lookup'),
  CreateWallet: scoped('wallets'),
  GetWallet: scoped('lookup'),
  ListWallets: scoped('lookup'),
  ListAllWallets: scoped('lookup'),
  ListUsers: scoped('lookup'),
  RotateAccessKey: scoped('wallets'),
  RecoverAccessKey: scoped('wallets'),
  GetImportKey: scoped('wallets'),
  ImportPrivateKey: scoped('wallets'),
  PregenerateWallets: scoped('wallets'),
  GetPregeneratedWallet: scoped('lookup'),
  // Public, like the attestations in its answers.
  GetAttestations: { gateway: 'nothing', operator: 'nothing' },
  GetTrustStatus: { ...scoped('read', 'providers'), operator: 'nothing' },
  CheckPeers: operatorScoped('read'),
  ListEvents: { webhooks: 'nothing' },
  ListJournal: { ...journalReader, operator: 'nothing' },
  GetLogFile: scoped('read'),
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger, onCall } = options;
  const server = await serve({
    definition: definitions.wallet,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger, onCall }),
  });
  measureServer(metrics.registry, server);
  return server;
}
