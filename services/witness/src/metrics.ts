import { Counter, type Registry } from 'prom-client';
import { gaugeOf } from '@wallet-service/runtime';
import type { RootDocument } from '@wallet-service/signer-protocol';
import type { FetchOutcome } from './key-sets/key-sets.js';
import type { OfferOutcome } from './logs/take-offer.js';

const documentOutcomes = ['accepted', 'waiting', 'refused'] as const;
const fetchOutcomes: readonly FetchOutcome[] = ['complete', 'reduced', 'failed'];

const checkpointOutcomes: readonly OfferOutcome[] = [
  'first',
  'same',
  'extends',
  'new-generation',
  'rolled-back',
  'forked',
  'proof-needed',
  'refused',
];

export type DocumentOutcome = (typeof documentOutcomes)[number];

export type WitnessMetrics = {
  readonly countDocument: (kind: 'application' | 'root', outcome: DocumentOutcome) => void;
  readonly countFetch: (outcome: FetchOutcome) => void;
  readonly countCheckpoint: (outcome: OfferOutcome) => void;
  readonly countStateFailure: () => void;
  readonly countClockFailure: () => void;
};

/** Labels take only values of closed sets. */
export function createWitnessMetrics(registry: Registry): WitnessMetrics {
  const registers = [registry];
  const documents = new Counter({
    name: 'wallet_service_witness_documents_total',
    help: 'Documents that were offered to this witness and are not the ones that it holds, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  for (const outcome of documentOutcomes) documents.inc({ kind: 'application', outcome }, 0);
  for (const outcome of ['accepted', 'refused']) documents.inc({ kind: 'root', outcome }, 0);
  const fetches = new Counter({
    name: 'wallet_service_witness_fetches_total',
    help: 'Fetches of key sets: complete, reduced (unusable, so keys that left it were withdrawn) or failed.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of fetchOutcomes) fetches.inc({ outcome }, 0);
  const checkpoints = new Counter({
    name: 'wallet_service_witness_checkpoints_total',
    help: 'Checkpoints of journals that were offered to this witness, by what they are after the one that it holds.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of checkpointOutcomes) checkpoints.inc({ outcome }, 0);
  const state = new Counter({
    name: 'wallet_service_witness_state_failures_total',
    help: 'Reads and writes of the state directory that failed. Nothing is signed then.',
    registers,
  });
  const clock = new Counter({
    name: 'wallet_service_witness_clock_failures_total',
    help: 'Statements that were not signed, because the clock had gone back.',
    registers,
  });
  return {
    countDocument: (kind, outcome) => {
      documents.inc({ kind, outcome });
    },
    countFetch: (outcome) => {
      fetches.inc({ outcome });
    },
    countCheckpoint: (outcome) => {
      checkpoints.inc({ outcome });
    },
    countStateFailure: () => {
      state.inc();
    },
    countClockFailure: () => {
      clock.inc();
    },
  };
}

/** Metrics of the root document in force. `isNamed`: whether it names this witness, so that anybody believes it. */
export function measureRoot(
  registry: Registry,
  root: () => RootDocument,
  isNamed: (root: RootDocument) => boolean,
): void {
  gaugeOf(
    registry,
    { name: 'wallet_service_witness_root_version', help: 'Version of the root document in force.' },
    () => root().version,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_witness_root_expiry_timestamp_seconds',
      help: 'When the root document in force expires (Unix time).',
    },
    () => root().expiresAt,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_witness_root_witnesses',
      help: 'How many witnesses the root document in force names.',
    },
    () => root().witnesses.keys.length,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_witness_root_threshold',
      help: 'How many witnesses must agree by the root document in force.',
    },
    () => root().witnesses.threshold,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_witness_named',
      help: 'Whether the root document in force names this witness: 1, or 0 if nobody believes its statements.',
    },
    () => (isNamed(root()) ? 1 : 0),
  );
}
