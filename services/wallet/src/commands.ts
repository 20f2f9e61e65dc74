import { ConfigError, readTls } from '@wallet-service/config';
import { createPool } from '@wallet-service/postgres';
import { newTraceId, type Logger } from '@wallet-service/runtime';
import { auditDatabase } from './audit-database.js';
import type { Config } from './config.js';
import { connectSigner, untilConnected } from './connect-signer.js';
import { everyApplicationKeyStore } from './wallets/every-application-key-store.js';
import { rewrapApplicationKeys } from './wallets/rewrap-application-keys.js';

// What is run instead of the service.

/** Ends the process when it is done. */
export async function audit(config: Config, logger: Logger): Promise<void> {
  const signer = connectSigner(config, readTls(config));
  try {
    await untilConnected([signer]);
    await auditDatabase(config, signer, logger);
  } finally {
    signer.close();
  }
}

/**
 * Rotates the signers' sealing key, while they know both the old and the new one. Ends the process when it is
 * done.
 */
export async function rewrap(config: Config, logger: Logger): Promise<void> {
  const { migrationUrl } = config.database;
  if (migrationUrl === undefined)
    throw new ConfigError(['MIGRATION_DATABASE_URL must be set in order to rewrap']);
  const database = createPool({ url: migrationUrl, max: 2, logger, applicationName: 'wallet-rewrap' });
  const signer = connectSigner(config, readTls(config));
  try {
    const count = await rewrapApplicationKeys({
      ...everyApplicationKeyStore(database),
      rewrap: (key) =>
        signer.rewrapApplicationKey(key, { deadline: Date.now() + 10_000, traceId: newTraceId() }),
    });
    logger.info({ count }, 'every application key is wrapped by the current sealing key');
  } finally {
    signer.close();
    await database.end();
  }
}
