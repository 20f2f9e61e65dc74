import { Counter, Histogram, type Registry } from 'prom-client';
import type { SignerRefusal } from '@wallet-service/signer-protocol';
import type { Finding } from './wallets/tampering.js';
import type { SigningEvent } from './signatures/signing-request.js';

export type WalletMetrics = {
  readonly observeSigning: (event: SigningEvent) => void;
  readonly observeJournalBatch: (entries: number, seconds: number) => void;
  readonly observeIntegration: (entries: number, seconds: number) => void;
  readonly countIncident: (refusal: SignerRefusal | Finding) => void;
  readonly countTrustFailure: (failure: TrustFailure) => void;
};

/** Identity gave nothing, a signer could not be told, it refused, or the journal could not be written. */
export const trustFailures = ['not-brought', 'not-delivered', 'refused', 'not-recorded'] as const;
export type TrustFailure = (typeof trustFailures)[number];

/** Labels take only values of closed sets. */
export function createWalletMetrics(registry: Registry): WalletMetrics {
  const registers = [registry];
  const signatures = new Counter({
    name: 'wallet_service_signatures_total',
    help: 'Signing requests by chain, operation and outcome (signed, denied, failed).',
    labelNames: ['chain', 'operation', 'outcome'],
    registers,
  });
  const reuses = new Counter({
    name: 'wallet_service_token_reuses_total',
    help: 'Operation tokens that were reused for another payload.',
    labelNames: ['chain'],
    registers,
  });
  const pinFailures = new Counter({
    name: 'wallet_service_token_pin_failures_total',
    help: 'Requests whose token could not be pinned because the shared store could not be reached.',
    registers,
  });
  const journal = journalMetrics(registers);
  const incidents = new Counter({
    name: 'wallet_service_stored_record_incidents_total',
    help:
      'Stored records, addresses, keys and journals that are not what a signer made or confirmed, by its ' +
      'refusal or the finding. Investigate each.',
    labelNames: ['refusal'],
    registers,
  });
  const failures = new Counter({
    name: 'wallet_service_trust_failures_total',
    help:
      'Times that what an application trusts did not reach the signers: identity did not give it (not-brought), ' +
      'a signer could not be told (not-delivered) or did not take it (refused); or that it did not reach the ' +
      'journal (not-recorded).',
    labelNames: ['failure'],
    registers,
  });
  for (const failure of trustFailures) failures.inc({ failure }, 0);
  return {
    countTrustFailure: (failure) => {
      failures.inc({ failure });
    },
    countIncident: (refusal) => {
      incidents.inc({ refusal });
    },
    observeSigning(event) {
      switch (event.event) {
        case 'signed':
        case 'denied':
        case 'failed':
          signatures.inc({ chain: event.chain, operation: event.operation, outcome: event.event });
          break;
        case 'token-reused':
          reuses.inc({ chain: event.chain });
          break;
        case 'pins-unavailable':
          pinFailures.inc();
          break;
        case 'result-not-journaled':
        case 'reservation-stands':
          break;
      }
    },
    ...journal,
  };
}

function journalMetrics(
  registers: Registry[],
): Pick<WalletMetrics, 'observeJournalBatch' | 'observeIntegration'> {
  const batchEntries = new Histogram({
    name: 'wallet_service_journal_batch_entries',
    help: 'Journal entries that were made durable by one statement.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'wallet_service_journal_batch_duration_seconds',
    help: 'How long a journal batch took to become durable.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const integrated = new Counter({
    name: 'wallet_service_journal_integrated_entries_total',
    help: 'Entries that were moved to their place in a journal.',
    registers,
  });
  const integrationSeconds = new Histogram({
    name: 'wallet_service_journal_integration_duration_seconds',
    help: 'How long it took to move one batch of entries to their places in their journals.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  });
  return {
    observeJournalBatch(entries, seconds) {
      batchEntries.observe(entries);
      batchSeconds.observe(seconds);
    },
    observeIntegration(entries, seconds) {
      integrated.inc(entries);
      integrationSeconds.observe(seconds);
    },
  };
}
