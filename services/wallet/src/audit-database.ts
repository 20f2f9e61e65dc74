import { createPool } from '@wallet-service/postgres';
import type { Logger } from '@wallet-service/runtime';
import type { SignerClient } from './signer/signer-client.js';
import { auditConnections, auditStoredJournals } from '@wallet-service/journal-format/audit-stored';
import { openArchive } from '@wallet-service/journal-archive';
import { noArchive } from '@wallet-service/journal-format';
import type { Config } from './config.js';
import { createCheckpointKeyOf } from './attestation/attested-checkpoint-key.js';
import { createTampered } from './wallets/tampering.js';
import { applicationKeyStore } from './wallets/application-key-store.js';

/** The exit code if everything that could be checked is intact, but not everything could be. */
const incompleteExitCode = 3;

/**
 * Verifies the journal of every application, logs a line for each and sets the exit code: 1 if one was
 * altered, otherwise 3 if something could not be checked. The checkpoint keys are those that the signers
 * report now.
 */
export async function auditDatabase(
  { database: { url }, archive }: Pick<Config, 'database' | 'archive'>,
  signer: Pick<SignerClient, 'attestations'>,
  logger: Logger,
): Promise<void> {
  const database = createPool({ url, max: auditConnections, logger, applicationName: 'wallet-audit' });
  const keys = applicationKeyStore(
    database,
    createTampered(() => undefined),
  );
  const places = { database, archive: archive ? openArchive(archive) : noArchive };
  const pinnedKeyOf = createCheckpointKeyOf(signer, keys.find);
  try {
    for await (const audit of auditStoredJournals(places, { pinnedKeyOf })) {
      const { applicationId, finding, newest, unchecked } = audit;
      const signedUntil = newest?.size;
      if (finding.intact) {
        logger.info({ applicationId, ...finding, signedUntil, unchecked }, 'the journal is whole');
        // The end gets a checkpoint within a minute. Only notes (`pnpm audit:verify --notes`) show that the
        // journal was longer once.
        if (unchecked.length > 0) process.exitCode ??= incompleteExitCode;
        continue;
      }
      process.exitCode = 1;
      const { seq, problem } = finding;
      logger.error(
        { applicationId, seq: Number(seq), problem, signedUntil },
        'INCIDENT: the journal was altered',
      );
    }
  } finally {
    await database.end();
  }
}
