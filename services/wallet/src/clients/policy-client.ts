import type { Operation } from '@wallet-service/chains';
import type { Client, PolicyDefinition } from '@wallet-service/grpc';
import type { Owner, Wallet } from '../wallets/wallet.js';
import { operationToWire } from './operation-on-the-wire.js';
import type { CallScope } from './signer-client.js';

export type Evaluation = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  readonly operation: Operation;
  readonly jwtHash: Buffer;
};

export type Decision = {
  readonly verdict: Uint8Array;
  readonly signature: Uint8Array;
  /** The decision record, JSON. */
  readonly record: string;
  /** What was reserved in spending windows; empty = nothing. */
  readonly reservationId: string;
  /** What users are told of a denial: `full`, or anything else. */
  readonly denialDetail: string;
};

export type PolicyClient = {
  /** Rejects with AppError: `policy.…` when the policies deny. */
  readonly evaluate: (evaluation: Evaluation, scope: CallScope) => Promise<Decision>;
  /** Gives back what an evaluation reserved, because nothing was signed. */
  readonly release: (applicationId: string, reservationId: string, scope: CallScope) => Promise<void>;
  /** Says that the wallet's record of this version exists: no verdict is given for an older one any more. */
  readonly raiseRecordFloor: (wallet: Wallet, scope: CallScope) => Promise<void>;
};

/** For giving back what was reserved, also when the request's own time is up: that is why nothing was signed. */
const releaseMs = 2_000;

export function createPolicyClient(client: Client<PolicyDefinition>, now: () => number): PolicyClient {
  const options = ({ deadline, traceId }: CallScope) => ({
    deadlineMs: Math.max(1, deadline - now()),
    traceId,
    idempotent: true,
  });
  return {
    async evaluate({ wallet, owner, operation, jwtHash }, scope) {
      const answer = await client.call(
        'Evaluate',
        {
          applicationId: owner.applicationId,
          walletId: wallet.id,
          chain: wallet.chain,
          network: wallet.network,
          publicKey: wallet.publicKey,
          issuer: owner.issuer,
          subject: owner.subject,
          jwtHash,
          operation: operationToWire(operation),
          recordVersion: wallet.recordVersion,
        },
        options(scope),
      );
      return {
        verdict: answer.verdict,
        signature: answer.signature,
        record: answer.decisionJson,
        reservationId: answer.reservationId,
        denialDetail: answer.denialDetail,
      };
    },
    async release(applicationId, reservationId, scope) {
      await client.call(
        'ReleaseReservation',
        { applicationId, reservationId },
        { ...options(scope), deadlineMs: releaseMs },
      );
    },
    async raiseRecordFloor({ applicationId, id: walletId, recordVersion }, scope) {
      await client.call('RaiseRecordFloor', { applicationId, walletId, recordVersion }, options(scope));
    },
  };
}
