import { encodeVerdict, type Verdict } from '@wallet-service/signer-protocol';
import type { RowMac } from '@wallet-service/values';
import type { Mandate } from './mandate.js';

export type MadeVerdict = {
  readonly verdict: Buffer;
  /** For the signers. Empty if their exchange key is unknown: then none takes the verdict. */
  readonly mac: Buffer;
  readonly mandate: Buffer;
  /** For this service alone. Empty if the verdict has no reservation. */
  readonly releaseMac: Buffer;
};

/**
 * How long a verdict is valid, in seconds. The signer accepts at most 30. A signing request takes a fraction
 * of one.
 */
const verdictLifetimeSeconds = 20;

export type MakeVerdictDeps = {
  readonly mandateAt: (nowSeconds: number) => Mandate;
  /** Its key is the policy service's own, so that no signer, and nobody who chose an exchange key, can make one. */
  readonly releaseMac: Pick<RowMac, 'of'>;
};

/**
 * Makes a permission that signers take. `signers`: their exchange key, if it is known. `nowSeconds`: Unix time, whole
 * seconds. Throws an AppError for a point of small order.
 */
export function makeVerdict(
  { mandateAt, releaseMac }: MakeVerdictDeps,
  permission: Omit<Verdict, 'issuedAt' | 'expiresAt'>,
  signers: Uint8Array | undefined,
  nowSeconds: number,
): MadeVerdict {
  const bytes = encodeVerdict({
    ...permission,
    issuedAt: nowSeconds,
    expiresAt: nowSeconds + verdictLifetimeSeconds,
  });
  const mandate = mandateAt(nowSeconds);
  return {
    verdict: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    mac: signers ? mandate.macFor(signers, bytes) : Buffer.alloc(0),
    mandate: mandate.bytes,
    releaseMac: permission.reservation ? releaseMac.of(bytes) : Buffer.alloc(0),
  };
}
