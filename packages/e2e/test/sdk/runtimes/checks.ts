import { callChecks } from './check-calls.js';
import { journalChecks, proofChecks } from './check-proofs.js';
import { pageChecks, serverChecks } from './check-servers.js';
import { walletChecks } from './check-wallets.js';
import type { Checks, Outcome, Settings } from './outcome.js';

// The module that every runtime runs. It uses nothing but the SDK, viem, and what all runtimes have.

/** One after the other. */
export async function runChecks(settings: Settings): Promise<readonly Outcome[]> {
  const ofPlace = settings.secretKey === undefined ? pageChecks : { ...serverChecks, ...journalChecks };
  const all: Checks = { ...walletChecks, ...callChecks, ...proofChecks, ...ofPlace };
  const outcomes: Outcome[] = [];
  for (const [name, check] of Object.entries(all)) {
    const failure = await check(settings).then(
      () => undefined,
      (error: unknown) => `${String(error)} ${error instanceof Error ? (error.stack ?? '') : ''}`,
    );
    outcomes.push({ name, failure });
  }
  return outcomes;
}
