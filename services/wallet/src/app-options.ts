import type { ArchiveFiles } from '@wallet-service/journal-format';
import type { RowAlarm } from '@wallet-service/runtime';
import type { Refused } from '@wallet-service/signer-protocol';
import type { Pool } from 'pg';
import type { OpenContinuity } from './begin-continuity.js';
import type { CheckpointRoundDeps } from './checkpoints/checkpoint-round.js';
import type { AskWitness } from './checkpoints/witness-client.js';
import type { ChangeSource, CollectChangesDeps } from './journal/collect-changes.js';
import type { JournalMacs } from './journal/journal-macs.js';
import type { PolicyClient } from './policy/policy-client.js';
import type { CheckedPeers } from './signer/peer-health-client.js';
import type { SignerClient } from './signer/signer-client.js';
import type { ReceiptStore } from './keys/mfa-receipts.js';
import type { SigningEvent } from './signatures/signing-request.js';
import type { PinStore } from './signatures/token-pins.js';
import type { BringTrustDeps } from './trust/bring-trust.js';
import type { Finding } from './wallets/tampering.js';

export type AppOptions = Listeners & {
  readonly database: Pool;
  /** The journal has its own connections, so that a rush of new users does not delay signatures. */
  readonly journalDatabase: Pool;
  /** Of journals. */
  readonly archive: ArchiveFiles;
  /** Shared by all replicas. */
  readonly sharedStore: PinStore & ReceiptStore;
  readonly policy: PolicyClient;
  readonly signer: SignerClient;
  readonly witnesses: readonly AskWitness[];
  /** Where changes of applications wait for their journals. */
  readonly changeSources: readonly ChangeSource[];
  readonly identity: Pick<BringTrustDeps, 'getTrust' | 'identityConnected'>;
  /** At least 32 bytes that the database does not have. They prove which events the service wrote. */
  readonly eventKey: Uint8Array;
  readonly macs: JournalMacs;
  readonly checkPeers: () => Promise<CheckedPeers>;
  readonly now: () => number;
  readonly continuity: Pick<OpenContinuity, 'asking' | 'refusal' | 'share' | 'stopJournal'>;
};

/** Called when something happens. MUST NOT throw. */
export type Listeners = {
  readonly observeSigning: (event: SigningEvent) => void;
  readonly observeJournalBatch: (entries: number, seconds: number) => void;
  readonly observeIntegration: (entries: number, seconds: number) => void;
  readonly onSignerRefused: (refused: Refused, traceId: string) => void;
  readonly onNotBrought: BringTrustDeps['onNotBrought'];
  readonly onNotRecorded: BringTrustDeps['onNotRecorded'];
  readonly onTrustRefused: BringTrustDeps['onTrustRefused'];
  readonly onReceiptStoreError: (error: unknown) => void;
  readonly onLateKey: (walletId: string) => void;
  readonly onClaimFailed: (error: unknown) => void;
  readonly onCheckpoint: CheckpointRoundDeps['onSigned'];
  /** Called when an application's journal got no checkpoint. It is tried again after a minute. */
  readonly onNoCheckpoint: CheckpointRoundDeps['onFailed'];
  readonly onLogIncident: CheckpointRoundDeps['onIncident'];
  readonly onWitnessAway: CheckpointRoundDeps['onAway'];
  readonly onNotCollected: CollectChangesDeps['onFailed'];
  readonly onRowRefused: RowAlarm<'event' | 'pending'>;
  readonly onTampered: (finding: Finding, about: Readonly<Record<string, string>>) => void;
};
