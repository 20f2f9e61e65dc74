import { readFileSync, statSync } from 'node:fs';
import { sealingKeyBytes } from '../core/sealing-key.js';
import { readKmsSettings, type KmsSettings } from './kms-settings.js';

export type SignerConfig = {
  /** `unix:/path` or `host:port`. */
  readonly listen: string;
  /** PEM: the authority of the callers' certificates. */
  readonly callersAuthority: Buffer;
  /** From files, or from a key service that releases them only to this image. */
  readonly secrets: ({ readonly source: 'file' } & SignerSecrets) | KmsSettings;
  /** What the image trusts: a root document, or a trust bundle of an earlier version. */
  readonly rootDocument: Uint8Array;
  /** The socket of nsm-bridge, inside a Nitro enclave. Undefined if no hardware attests this process. */
  readonly nsmSocket: string | undefined;
  readonly environment: 'development' | 'production';
  readonly exitWithParent: boolean;
};

/** What only this signer may know. */
export type SignerSecrets = {
  /** 32 bytes. The code that uses them wipes them. */
  readonly sealingKey: Uint8Array;
  /** The previous sealing key, while application keys are being re-wrapped. */
  readonly previousSealingKey: Uint8Array | undefined;
  /** PEM. */
  readonly tlsCertificate: Buffer;
  /** PEM. */
  readonly tlsKey: Buffer;
};

/** Earlier names, and today's. */
const renamedVariables = {
  ROOT_KEY_SOURCE: 'SEALING_KEY_SOURCE',
  ROOT_KEY_FILE: 'SEALING_KEY_FILE',
  PREVIOUS_ROOT_KEY_FILE: 'PREVIOUS_SEALING_KEY_FILE',
  KMS_VIA: 'KMS_PROXY_ADDRESS',
  BOOT_PARCEL: 'BOOT_SECRETS_ADDRESS',
  TRUST_BUNDLE_FILE: 'ROOT_DOCUMENT_FILE',
} as const;

/** The environment is wrong. Lists all mistakes at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The only reader of the environment and of the files that it names. Throws a ConfigError with one line for
 * each mistake.
 */
export function readConfig(env: Environment = process.env): SignerConfig {
  const problems = Object.entries(renamedVariables)
    .filter(([old]) => old in env)
    .map(([old, name]) => `${old} is now called ${name}: set that instead`);
  const text = (name: string, pattern: RegExp, rule: string): string => {
    const value = env[name] ?? '';
    if (!pattern.test(value)) problems.push(`${name} ${rule}`);
    return value;
  };
  const file = (name: string, check?: (path: string) => string | undefined): Buffer => {
    const path = env[name] ?? '';
    try {
      const problem = check?.(path);
      if (problem !== undefined) problems.push(`${name} ${problem}`);
      else return readFileSync(path);
    } catch {
      problems.push(`${name} must name a readable file`);
    }
    return Buffer.alloc(0);
  };
  const sealingKeyFile = (name: string): Buffer => {
    const before = problems.length;
    const bytes = file(name, whyNotPrivate);
    if (problems.length === before && bytes.length !== sealingKeyBytes)
      problems.push(`${name} must hold exactly ${sealingKeyBytes} bytes`);
    return bytes;
  };
  const environment = text(
    'ENVIRONMENT',
    /^(development|production)$/,
    'must be development or production',
  ) as SignerConfig['environment'];
  const source = text('SEALING_KEY_SOURCE', /^(file|kms)?$/, 'must be file or kms');
  const fromFiles = (): SignerSecrets => ({
    sealingKey: sealingKeyFile('SEALING_KEY_FILE'),
    previousSealingKey:
      env['PREVIOUS_SEALING_KEY_FILE'] === undefined
        ? undefined
        : sealingKeyFile('PREVIOUS_SEALING_KEY_FILE'),
    tlsCertificate: file('TLS_CERT_FILE'),
    tlsKey: file('TLS_KEY_FILE'),
  });
  const config: SignerConfig = {
    listen: text('LISTEN', /^(unix:\/.+|[^\s/]+:\d{1,5})$/, 'must be unix:/path or host:port'),
    callersAuthority: file('TLS_CA_FILE'),
    secrets:
      source === 'kms' ? readKmsSettings(env, environment, text, file) : { source: 'file', ...fromFiles() },
    rootDocument: file('ROOT_DOCUMENT_FILE'),
    nsmSocket:
      env['NSM_SOCKET'] === undefined ? undefined : text('NSM_SOCKET', /^\/.+$/, 'must be an absolute path'),
    environment,
    exitWithParent: text('EXIT_WITH_PARENT', /^[01]?$/, 'must be 0 or 1') === '1',
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

function whyNotPrivate(path: string): string | undefined {
  const { mode, uid } = statSync(path);
  if ((mode & 0o777) !== 0o600 && (mode & 0o777) !== 0o400) return 'must be a file of mode 0600';
  return uid === process.getuid?.() ? undefined : 'must belong to the user of this process';
}
