import { createHash } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import { planSigning } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { Verdict } from '@wallet-service/signer-protocol';
import type { Standing } from '../revisions/revision-store.js';
import type { PolicySettings } from '../settings/settings.js';
import type { SignedVerdict } from '../verdicts/sign-verdict.js';
import type { SigningRequest } from './signing-request.js';

export type EvaluateDeps = {
  /** Read by a statement that starts after the call. */
  readonly readStanding: (applicationId: string, walletId: string) => Promise<Standing>;
  readonly raiseRecordFloor: (applicationId: string, walletId: string, version: number) => Promise<bigint>;
  /** The settings as they were at `revision` or later. */
  readonly settingsAt: (applicationId: string, revision: bigint) => Promise<PolicySettings>;
  readonly sign: (permission: Omit<Verdict, 'issuedAt' | 'expiresAt'>) => SignedVerdict;
};

export type Evaluation = { readonly signed: SignedVerdict; readonly decisionJson: string };

/** Decides about one signing request and, when it may be signed, signs a verdict over exactly its bytes. Refuses with an AppError. */
export async function evaluate(deps: EvaluateDeps, request: SigningRequest): Promise<Evaluation> {
  const { applicationId, walletId, chain, network, publicKey, operation } = request;
  const standing = await deps.readStanding(applicationId, walletId);
  await checkRecordVersion(deps, request, standing.recordFloor);
  const settings = await deps.settingsAt(applicationId, standing.revision);
  const wallet = { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
  const { payloads } = planSigning(wallet, operation);
  refuseDelegationEverywhere(settings, request);
  const policyRevision = String(standing.revision);
  const signed = deps.sign({
    applicationId,
    walletId,
    chain,
    network,
    operation: operation.kind,
    payloadHashes: payloads.map((payload) => createHash('sha256').update(payload).digest()),
    jwtHash: request.jwtHash,
    recordVersion: request.recordVersion,
    policyRevision,
    mfa: null,
  });
  return { signed, decisionJson: JSON.stringify({ outcome: 'allow', policy_revision: policyRevision }) };
}

async function checkRecordVersion(
  deps: EvaluateDeps,
  { applicationId, walletId, recordVersion }: SigningRequest,
  floor: bigint,
): Promise<void> {
  const known =
    recordVersion > floor ? await deps.raiseRecordFloor(applicationId, walletId, recordVersion) : floor;
  if (recordVersion < known)
    throw new AppError('wallet.record-rolled-back', 'a newer version of the wallet’s sealed record exists', {
      details: { record_version: recordVersion, newest_known: Number(known) },
    });
}

function refuseDelegationEverywhere(settings: PolicySettings, { operation }: SigningRequest): void {
  if (operation.kind !== 'eip7702_authorization' || operation.chainId !== 0n) return;
  if (settings.eip7702_any_chain === 'allow') return;
  throw new AppError(
    'policy.denied',
    'an authorization with chain_id 0 holds on every chain; the application’s setting eip7702_any_chain does not allow it',
    { details: { setting: 'eip7702_any_chain', value_seen: '0' } },
  );
}
