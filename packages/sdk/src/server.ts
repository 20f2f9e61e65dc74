import { createCaller, type CallerOptions } from './core/call.js';
import { coreCodes, pregenerationCodes } from './generated/core-codes.js';
import { coreWallet, type CoreWalletCredentials } from './server/core-wallet.js';
import { methodsOf, type Methods } from './server/method.js';
import { applicationTable, operatorTable, personTable } from './server/resources.js';
import type { CallOptions, Chain, Wallets } from './wallets.js';

export type { CoreWalletCredentials } from './server/core-wallet.js';
export type { List } from './server/method.js';

export type ServerClientOptions = CallerOptions &
  (
    | {
        /** Of the application (`sk_…`). Whoever has it manages the application: keep it on servers. */
        readonly secretKey: string;
      }
    | {
        /** In which a person works. */
        readonly applicationId: string;
        /** Theirs (`ses_…`). Absent where something in between adds it, as the console does. */
        readonly session?: string;
      }
  );

export type ServerClient = Methods<ReturnType<typeof applicationTable>> & {
  /**
   * A wallet of the Core interface, for the adapters. Asks the service for its address. `signAuthorization` throws
   * `client.unsupported`.
   */
  readonly wallet: <C extends Chain>(
    chain: C,
    credentials: CoreWalletCredentials,
    options?: CallOptions,
  ) => Promise<Wallets[C]>;
};

const forms = { coreCodes, pregenerationCodes };

/**
 * An application's own client, for its servers. Methods are named after the resources of the reference, and take the
 * path parameters first, as text, then the body or the query, then options:
 * `server.policies.update(id, { is_active: false })`.
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const call = createCaller(options, forms);
  const headers =
    'secretKey' in options
      ? { 'x-service-secret-key': options.secretKey }
      : { 'x-service-application-id': options.applicationId, ...inSession(options.session) };
  const methods = methodsOf(call, headers, applicationTable());
  return Object.freeze({
    ...methods,
    wallet: async <C extends Chain>(chain: C, credentials: CoreWalletCredentials, given?: CallOptions) => {
      const { data } = await methods.wallets.get(credentials.id, given);
      return coreWallet(call, headers, chain, data, credentials);
    },
  });
}

export type OperatorClientOptions = CallerOptions &
  (
    | {
        /** Of the installation. Whoever has it makes applications, their secret keys and people. */
        readonly operatorKey: string;
      }
    | PersonClientOptions
  );
export type OperatorClient = Methods<ReturnType<typeof operatorTable>>;

/** The client of whoever installed the service. */
export function createOperatorClient(options: OperatorClientOptions): OperatorClient {
  const headers =
    'operatorKey' in options ? { 'x-service-operator-key': options.operatorKey } : inSession(options.session);
  return methodsOf(createCaller(options, forms), headers, operatorTable());
}

export type PersonClientOptions = CallerOptions & {
  /** Of the person (`ses_…`). Absent before they sign in, or where something in between adds it. */
  readonly session?: string;
};
export type PersonClient = Methods<ReturnType<typeof personTable>>;

/** How people sign in, and their own access. */
export function createPersonClient(options: PersonClientOptions): PersonClient {
  return methodsOf(createCaller(options, forms), inSession(options.session), personTable());
}

function inSession(session: string | undefined): Readonly<Record<string, string>> {
  return session === undefined ? {} : { 'x-service-session': session };
}
