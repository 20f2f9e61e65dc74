import { subjectOfKeySet, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import { describeKey } from './held-trust.js';
import type { Phase } from './phases.js';
import type { ReceiptKey } from './receipt-key.js';
import type { TrustStore } from './trust-store.js';
import type { SealingKey } from './sealing-key.js';

type GetStatusDeps = {
  readonly trust: TrustStore;
  readonly receiptKey: ReceiptKey;
  readonly sealingKey: SealingKey;
  /** Unix seconds. */
  readonly now: () => number;
};

type Status = SignerResponse<'GetStatus'>;

/** The phase, the root document in force and, if the request names an application, what the signer trusts there. */
export function getStatus(
  phase: Phase,
  { trust, receiptKey, sealingKey, now }: GetStatusDeps,
  { applicationId }: SignerRequest<'GetStatus'>,
  metrics: string,
): Status {
  const { document, payloadHash } = trust.inForce;
  return {
    phase,
    rootVersion: BigInt(document.version),
    rootHash: payloadHash,
    rootExpiresAt: BigInt(document.expiresAt),
    metrics,
    receiptPublicKey: receiptKey.publicKey,
    exchangeKey: sealingKey.exchangeKeys[0]?.publicKey ?? new Uint8Array(0),
    ...(applicationId === '' ? nothing : statusOf(trust, applicationId, now())),
  };
}

type OfApplication = Pick<Status, 'documentVersion' | 'providers'>;

const nothing: OfApplication = { documentVersion: 0n, providers: [] };

function statusOf(trust: TrustStore, applicationId: string, now: number): OfApplication {
  const bundled = trust.bundledApplication(applicationId);
  if (bundled) return statusOfBundled(bundled, trust);
  const held = trust.document(applicationId);
  if (!held || !trust.isCurrent(held.agreed.statedAt, now)) return nothing;
  const { version, providers, issuers } = held.document;
  return {
    documentVersion: BigInt(version),
    providers: providers.map(({ issuer, audience }) => {
      const source = issuers.find((known) => known.issuer === issuer)?.keySource ?? 'discovery';
      const set = trust.keySet(subjectOfKeySet(issuer, source));
      const { observedAt = 0, statedAt = 0, witnesses = [] } = set?.agreed ?? {};
      const isCurrent = trust.isCurrent(observedAt, now);
      return {
        issuer,
        audience,
        keys: set && isCurrent ? [...set.described()] : [],
        observedAt: BigInt(observedAt),
        statedAt: BigInt(statedAt),
        witnesses: [...witnesses],
      };
    }),
  };
}

/** No witness confirmed what the image brought. It was seen when its bundle was issued. */
function statusOfBundled(
  { providers }: NonNullable<ReturnType<TrustStore['bundledApplication']>>,
  { root }: TrustStore,
): OfApplication {
  return {
    documentVersion: BigInt(root.version),
    providers: providers.map(({ issuer, audience, jwks }) => ({
      issuer,
      audience,
      keys: jwks.keys.map(describeKey),
      observedAt: BigInt(root.issuedAt),
      statedAt: BigInt(root.issuedAt),
      witnesses: [],
    })),
  };
}
