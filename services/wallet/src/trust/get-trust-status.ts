import { AppError } from '@wallet-service/errors';
import type { ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { CallScope, SignerClient, SignerStatus } from '../signer/signer-client.js';
import type { BringTrust } from './bring-trust.js';

export type TrustStatusQuestion = {
  readonly applicationId: string;
  readonly issuer: string;
  readonly audience: string;
};
export type TrustStatus = Required<ResponseOf<WalletDefinition['GetTrustStatus']>>;

export type TrustStatusDeps = {
  readonly trust: BringTrust;
  readonly statuses: SignerClient['statuses'];
  /** Milliseconds. */
  readonly now: () => number;
};

/** What a signer may lack, the most first. Each includes those after it. */
const gaps = ['root-expired', 'no-document', 'not-in-document', 'no-key-set', 'key-set-expired', ''] as const;
type Gap = (typeof gaps)[number];

type Finding = { readonly gap: Gap; readonly status: SignerStatus };

/** What the connected signers trust of a provider, after they were offered what witnesses state now. */
export function createTrustStatusReader({ trust, statuses, now }: TrustStatusDeps) {
  return async (question: TrustStatusQuestion, scope: CallScope): Promise<TrustStatus> => {
    const { applicationId } = question;
    await trust.checkNow(applicationId, scope);
    const before = trust.offered(applicationId);
    let finding = furthestBehind(await statuses(scope, applicationId), question, now());
    // A signer may have started meanwhile, and a provider may be newer than the last check.
    if (finding.gap !== '' && typeof (await trust.renew(applicationId, before, scope)) === 'string')
      finding = furthestBehind(await statuses(scope, applicationId), question, now());
    return answerOf(finding, question);
  };
}

/** It decides, because a request may reach it. */
function furthestBehind(
  statuses: readonly SignerStatus[],
  question: TrustStatusQuestion,
  now: number,
): Finding {
  const [worst] = statuses
    .map((status) => ({ gap: gapOf(status, question, now), status }))
    .sort(
      (one, other) =>
        gaps.indexOf(one.gap) - gaps.indexOf(other.gap) ||
        compare(one.status.documentVersion, other.status.documentVersion) ||
        compare(one.status.rootVersion, other.status.rootVersion) ||
        compare(statedAt(one.status, question), statedAt(other.status, question)),
    );
  if (!worst) throw new AppError('service.unavailable', 'no signer is reachable', { retryAfterSeconds: 1 });
  return worst;
}

function gapOf(status: SignerStatus, question: TrustStatusQuestion, now: number): Gap {
  if (status.rootExpiresAt * 1000n <= BigInt(now)) return 'root-expired';
  if (status.documentVersion === 0n && status.providers.length === 0) return 'no-document';
  const provider = providerIn(status, question);
  if (!provider) return 'not-in-document';
  if (provider.keys.length > 0) return '';
  return provider.observedAt === 0n ? 'no-key-set' : 'key-set-expired';
}

function providerIn({ providers }: SignerStatus, { issuer, audience }: TrustStatusQuestion) {
  return providers.find((provider) => provider.issuer === issuer && provider.audience === audience);
}

function statedAt(status: SignerStatus, question: TrustStatusQuestion): bigint {
  return providerIn(status, question)?.statedAt ?? 0n;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}

function answerOf({ gap, status }: Finding, question: TrustStatusQuestion): TrustStatus {
  const provider = providerIn(status, question);
  return {
    trusted: gap === '',
    missing: gap,
    rootVersion: String(status.rootVersion),
    rootExpiresAt: String(status.rootExpiresAt),
    documentVersion: String(status.documentVersion),
    keys: provider?.keys ?? [],
    observedAt: String(provider?.observedAt ?? 0n),
    statedAt: String(provider?.statedAt ?? 0n),
    witnesses: provider?.witnesses ?? [],
  };
}
