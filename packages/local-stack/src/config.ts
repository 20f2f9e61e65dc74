import {
  ConfigError,
  readConfig,
  redisUrl,
  serviceVariables,
  type Environment,
} from '@wallet-service/config';
import { serversOf } from '@wallet-service/postgres';
import { Type, type Static } from 'typebox';
import type { Replicas } from './stack/processes.js';

const replicas = Type.Integer({ minimum: 1, maximum: 16, default: 1 });

const usualConsolePort = 8_090;

export const launcherVariables = Type.Object({
  ENVIRONMENT: Type.String({ default: 'development' }),
  DATA_DIR: Type.String({ default: '.local' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  CONSOLE: Type.Boolean({ default: true }),
  CONSOLE_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  DATABASE_URL: Type.Optional(Type.String()),
  REDIS_URL: Type.Optional(redisUrl()),
  LOG_LEVEL: serviceVariables.LOG_LEVEL,
  WITNESS_REPLICAS: replicas,
  IDENTITY_REPLICAS: replicas,
  POLICY_REPLICAS: replicas,
  SIGNER_REPLICAS: replicas,
  WALLET_REPLICAS: replicas,
  WEBHOOKS_REPLICAS: replicas,
  GATEWAY_REPLICAS: replicas,
});

export type LauncherConfig = {
  readonly dataDir: string;
  readonly port: number;
  /** Whether the console is started. */
  readonly console: boolean;
  readonly consolePort: number;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly logLevel: string;
  readonly replicas: Replicas;
  readonly settings: Readonly<Record<string, string>>;
};

/**
 * Variables of the services that the launcher passes on if they are set. Not HOST: many shells export it as
 * the name of the machine, and this stack stays on loopback.
 */
const handedOn =
  /^(RATE_LIMIT_\w+|OTEL_\w+|V1_RETIREMENT_DATE|COMPATIBILITY|TRUST_PROXY|DRAIN_SECONDS|JWKS_(REFRESH|MAX_STALE)_SECONDS|PEOPLE_(ISSUER|CLIENT_ID)|ADOPT_ROWS_UNTIL|SYNCHRONOUS_STANDBY|WEBHOOK_(POLL_MS|RETRY_SECONDS|TIMEOUT_MS))$/;

/** The settings of the local stack. Throws a ConfigError that lists every mistake. */
export function launcherConfig(env: Environment = process.env): LauncherConfig {
  const values = readConfig(launcherVariables, env);
  refuseProduction('the local stack keeps every key on one machine', values);
  const mistakes = mistakesInDatabaseUrl(values.DATABASE_URL);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    dataDir: values.DATA_DIR,
    port: values.PORT,
    console: values.CONSOLE,
    consolePort: values.CONSOLE_PORT ?? (values.PORT === 0 ? 0 : usualConsolePort),
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    replicas: {
      witness: values.WITNESS_REPLICAS,
      identity: values.IDENTITY_REPLICAS,
      policy: values.POLICY_REPLICAS,
      signer: values.SIGNER_REPLICAS,
      wallet: values.WALLET_REPLICAS,
      webhooks: values.WEBHOOKS_REPLICAS,
      gateway: values.GATEWAY_REPLICAS,
    },
    settings: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value && handedOn.test(name) ? [[name, value]] : [])),
    ),
  };
}

// Without the value, because it contains a password. A # or / that is not percent-encoded is the usual
// mistake.
function mistakesInDatabaseUrl(url: string | undefined): string[] {
  try {
    if (url !== undefined) serversOf(url);
    return [];
  } catch {
    return ['DATABASE_URL: must be a URL that begins with postgres://, the password in it percent-encoded'];
  }
}

/** Where a stack keeps its data. */
export function dataDirectory(env: Environment = process.env): string {
  return readConfig(Type.Pick(launcherVariables, ['DATA_DIR']), env).DATA_DIR;
}

const demoProviderSchema = Type.Object({
  ENVIRONMENT: Type.String(),
  DEMO_PROVIDER_DIR: Type.String(),
  ADDRESS_FILE: Type.String(),
  CONTROL_SOCKET: Type.String(),
});

/** The settings of the demo provider. Throws a ConfigError, in production always. */
export function demoProviderConfig(env: Environment = process.env): Static<typeof demoProviderSchema> {
  const values = readConfig(demoProviderSchema, env);
  refuseProduction('the demo provider gives anybody a token for any user', values);
  return values;
}

function refuseProduction(reason: string, { ENVIRONMENT }: { readonly ENVIRONMENT: string }): void {
  if (ENVIRONMENT !== 'development') {
    throw new ConfigError([`ENVIRONMENT must be development here: ${reason}`]);
  }
}

/** The number of the worker of jest that this process is. 0 if it is none. */
export function testWorker(env: Environment = process.env): number {
  return Number(env['JEST_WORKER_ID'] ?? 0);
}
