import { chains, isChain, type Chain } from '@wallet-service/addresses';
import { operationFromWire } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { isOfSmallOrder } from '@wallet-service/signer-protocol';
import { draftFromWire } from '../policies/policy-from-wire.js';
import type { RowMac } from '@wallet-service/values';
import { boundedId } from '../wire/bounded-id.js';
import { pageFromWire } from '../decisions/page-from-wire.js';
import { decisionsAgainToWire } from './decisions-again-to-wire.js';
import { dryRunToWire } from './dry-run-to-wire.js';
import type { DecisionsAgain, DecisionsRequest } from './evaluate-decisions.js';
import type { DryRun, DryRunRequest } from './evaluate-dry-run.js';
import type { Evaluation } from './evaluate.js';
import { voidedReservation } from '../verdicts/voided-reservation.js';
import type { SigningRequest } from './signing-request.js';

const mostBytesOfClaims = 2_048;

export type EvaluationHandlersDeps = {
  readonly evaluate: (request: SigningRequest) => Promise<Evaluation>;
  readonly dryRun: (request: DryRunRequest) => Promise<DryRun>;
  readonly evaluateDecisions: (request: DecisionsRequest) => Promise<DecisionsAgain>;
  readonly release: (applicationId: string, reservationId: string) => Promise<boolean>;
  readonly releaseMac: Pick<RowMac, 'fits'>;
  /** Resolves to the highest version known, which may be higher. */
  readonly setMinimumRecordVersion: (
    applicationId: string,
    walletId: string,
    version: number,
  ) => Promise<bigint>;
};

type EvaluationMethod =
  | 'Evaluate'
  | 'EvaluateDryRun'
  | 'EvaluateDecisions'
  | 'ReleaseReservation'
  | 'SetMinimumRecordVersion';

export function evaluationHandlers({
  evaluate,
  dryRun,
  evaluateDecisions,
  release,
  releaseMac,
  setMinimumRecordVersion,
}: EvaluationHandlersDeps): Pick<Handlers<PolicyDefinition>, EvaluationMethod> {
  return {
    async Evaluate(request, { traceId }) {
      const { made, ...told } = await evaluate({ ...signingRequestOf(request), traceId });
      return { ...made, ...told };
    },
    async EvaluateDryRun(request) {
      return dryRunToWire(await dryRun(dryRunRequestOf(request)));
    },
    async EvaluateDecisions({ applicationId, policy, policyId, ...asked }) {
      return decisionsAgainToWire(
        await evaluateDecisions({
          applicationId: boundedId(applicationId, '/application_id'),
          draft: policy ? draftFromWire(policy, '/policy') : undefined,
          policyId,
          page: { policyId: undefined, ...pageFromWire(asked) },
        }),
      );
    },
    async ReleaseReservation(request) {
      const { applicationId, reservationId } = voidedReservation(request, releaseMac);
      return { released: await release(applicationId, reservationId) };
    },
    async SetMinimumRecordVersion({ applicationId, walletId, recordVersion }) {
      if (recordVersion < 1) throw invalidField('/record_version', 'must be at least 1');
      const id = boundedId(walletId, '/wallet_id');
      const newest = await setMinimumRecordVersion(
        boundedId(applicationId, '/application_id'),
        id,
        recordVersion,
      );
      return { newestKnown: newest.toString() };
    },
  };
}

function signingRequestOf(
  wire: ReceivedRequestOf<PolicyDefinition['Evaluate']>,
): Omit<SigningRequest, 'traceId'> {
  if (wire.jwtHash.length !== 32) throw invalidField('/jwt_hash', 'must have 32 bytes');
  if (wire.recordVersion < 1) throw invalidField('/record_version', 'must be at least 1');
  if (wire.signer && wire.signer.length !== 32) throw invalidField('/signer', 'must have 32 bytes');
  if (wire.exchangeKey && wire.exchangeKey.length !== 32)
    throw invalidField('/exchange_key', 'must have 32 bytes');
  // Before anything is reserved for a verdict that cannot be made.
  if (wire.exchangeKey && isOfSmallOrder(wire.exchangeKey))
    throw invalidField('/exchange_key', 'must not be a point of small order');
  return {
    applicationId: boundedId(wire.applicationId, '/application_id'),
    walletId: boundedId(wire.walletId, '/wallet_id'),
    chain: chainOf(wire.chain),
    network: wire.network,
    publicKey: wire.publicKey,
    issuer: nonEmpty(wire.issuer, '/issuer'),
    subject: nonEmpty(wire.subject, '/subject'),
    jwtHash: wire.jwtHash,
    recordVersion: wire.recordVersion,
    ...(wire.signer && { signer: wire.signer }),
    ...(wire.exchangeKey && { exchangeKey: wire.exchangeKey }),
    operation: operationFromWire(wire.operation),
    claims: claimsOf(wire.claimsJson),
  };
}

/** They decide nothing, so that no signature fails for them. */
function claimsOf(json: string): string {
  return Buffer.byteLength(json) <= mostBytesOfClaims ? json : '';
}

function dryRunRequestOf(wire: ReceivedRequestOf<PolicyDefinition['EvaluateDryRun']>): DryRunRequest {
  return {
    applicationId: boundedId(wire.applicationId, '/application_id'),
    chain: chainOf(wire.chain),
    network: wire.network,
    publicKey: wire.publicKey,
    address: wire.address,
    walletId: wire.walletId === '' ? '' : boundedId(wire.walletId, '/wallet_id'),
    issuer: wire.issuer,
    operation: operationFromWire(wire.operation),
    draft: wire.policy ? draftFromWire(wire.policy, '/policy') : undefined,
    policyId: wire.policyId,
  };
}

function nonEmpty(text: string, path: string): string {
  if (text === '') throw invalidField(path, 'must not be empty');
  return text;
}

function chainOf(text: string): Chain {
  if (!isChain(text)) throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  return text;
}
