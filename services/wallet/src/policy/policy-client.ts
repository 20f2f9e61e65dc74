import { operationToWire, type Operation } from '@wallet-service/chains';
import type { Client, PolicyDefinition } from '@wallet-service/grpc';
import { decodeVerdict, type Verdict } from '@wallet-service/signer-protocol';
import type { Owner, Wallet } from '../wallets/wallet.js';
import type { CallScope } from '../signer/signer-client.js';

export type Evaluation = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  readonly operation: Operation;
  readonly jwtHash: Buffer;
  /** JSON, for whoever looks at the decision. */
  readonly claims: string;
  /**
   * The receipt key of the signer that will sign, in base64. '' if it is unknown: then a reservation can't be
   * released.
   */
  readonly signer: string;
  /** The signers' exchange key. Undefined if no signer has told it yet: then none takes the verdict. */
  readonly exchangeKey: Uint8Array | undefined;
};

export type Decision = {
  readonly verdict: Uint8Array;
  /** What `verdict` says. Undefined if it is none. */
  readonly permission: Verdict | undefined;
  /** Signers alone can check it. Empty if their exchange key was unknown. */
  readonly mac: Uint8Array;
  readonly mandate: Uint8Array;
  /** The policy service alone can check it. */
  readonly releaseMac: Uint8Array;
  /** The decision record, JSON. */
  readonly record: string;
  /** The id of the reservation in spending windows. Empty if there is none. */
  readonly reservationId: string;
  /** How much users see of a denial: `full`, or anything else. */
  readonly denialDetail: string;
  /** The only signer that may use the verdict, because it has a reservation. Absent if every signer may. */
  readonly signer?: string;
};

export type PolicyClient = {
  /** Rejects with AppError: `policy.…` if the policies deny. */
  readonly evaluate: (evaluation: Evaluation, scope: CallScope) => Promise<Decision>;
  /**
   * Releases the reservation of an evaluation. `statement`: from the one signer that may use the verdict,
   * that it never will.
   */
  readonly release: (
    decision: Pick<Decision, 'verdict' | 'releaseMac'>,
    statement: Uint8Array,
    scope: CallScope,
  ) => Promise<void>;
  /**
   * Reports that this version of the wallet's record exists. From then on no verdict is given for an older
   * one.
   */
  readonly setMinimumRecordVersion: (wallet: Wallet, scope: CallScope) => Promise<void>;
};

export function createPolicyClient(client: Client<PolicyDefinition>, now: () => number): PolicyClient {
  const options = ({ deadline, traceId }: CallScope) => ({
    deadlineMs: Math.max(1, deadline - now()),
    traceId,
    idempotent: true,
  });
  return {
    async evaluate({ wallet, owner, operation, jwtHash, claims, signer, exchangeKey }, scope) {
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
          claimsJson: claims,
          operation: operationToWire(operation),
          recordVersion: wallet.recordVersion,
          ...(signer !== '' && { signer: Buffer.from(signer, 'base64') }),
          ...(exchangeKey && { exchangeKey: Buffer.from(exchangeKey) }),
        },
        options(scope),
      );
      const permission = decodeVerdict(answer.verdict);
      const named = permission?.reservation?.signer;
      return {
        verdict: answer.verdict,
        permission,
        mac: answer.mac,
        mandate: answer.mandate,
        releaseMac: answer.releaseMac,
        record: answer.decisionJson,
        reservationId: answer.reservationId,
        denialDetail: answer.denialDetail,
        ...(named && { signer: Buffer.from(named).toString('base64') }),
      };
    },
    async release({ verdict, releaseMac }, statement, scope) {
      await client.call(
        'ReleaseReservation',
        {
          verdict: Buffer.from(verdict),
          releaseMac: Buffer.from(releaseMac),
          statementSignature: Buffer.from(statement),
        },
        options(scope),
      );
    },
    async setMinimumRecordVersion({ applicationId, id: walletId, recordVersion }, scope) {
      await client.call(
        'SetMinimumRecordVersion',
        { applicationId, walletId, recordVersion },
        options(scope),
      );
    },
  };
}
