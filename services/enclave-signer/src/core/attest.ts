import {
  encodeAttestedClaims,
  encodeSelfSignedAttestation,
  Refused,
  selfSignedPayload,
  type AttestationFormat,
  type AttestedClaims,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import type { AttestationDevice } from './attestation-device.js';
import { ed25519PublicKeyOf } from './derive-keys.js';
import type { ReceiptKey } from './receipt-key.js';
import type { TrustStore } from './trust-store.js';
import { wipe } from './wipe.js';

export type AttestDeps = {
  readonly trust: TrustStore;
  readonly receiptKey: ReceiptKey;
  readonly applicationKeys: ApplicationKeys;
  /** Facts that do not change while the process lives. */
  readonly self: Pick<AttestedClaims, 'tlsKeyHash' | 'build'>;
  /** Undefined if no hardware attests this process. */
  readonly device: AttestationDevice | undefined;
  /** Unix seconds. */
  readonly now: () => number;
};

/** Below 16 bytes a nonce could be guessed. */
const [minNonceBytes, maxNonceBytes] = [16, 64];

/**
 * The attestation of this signer, made for the nonce. Signed by the hardware or, without it, only by the
 * signer itself.
 */
export async function attest(
  deps: AttestDeps,
  { nonce, applicationId, wrappedApplicationKey }: SignerRequest<'Attest'>,
): Promise<SignerResponse<'Attest'>> {
  if (nonce.length < minNonceBytes || nonce.length > maxNonceBytes)
    throw new Refused('malformed-request', { field: 'nonce' });
  const { device, receiptKey } = deps;
  const checkpointKey =
    applicationId === ''
      ? undefined
      : { applicationId, publicKey: await checkpointKeyOf(deps, applicationId, wrappedApplicationKey) };
  const claims = { ...claimsOf(deps), checkpointKey };
  const format: AttestationFormat = device ? 'aws-nitro' : 'self-signed';
  const document = device
    ? await device.attest({ nonce, userData: encodeAttestedClaims(claims), publicKey: new Uint8Array(0) })
    : selfSigned(nonce, claims, deps);
  const checkpointPublicKey = checkpointKey?.publicKey ?? new Uint8Array(0);
  return { format, document, receiptPublicKey: receiptKey.publicKey, checkpointPublicKey };
}

/**
 * The key that signs an application's checkpoints. Anyone with this document knows it, whatever the database
 * says.
 */
async function checkpointKeyOf(
  { applicationKeys }: AttestDeps,
  applicationId: string,
  wrapped: Uint8Array,
): Promise<Uint8Array> {
  const privateKey = (await applicationKeys.open(applicationId, wrapped)).deriveCheckpointKey();
  try {
    return ed25519PublicKeyOf(privateKey);
  } finally {
    wipe(privateKey);
  }
}

function claimsOf({ trust, receiptKey, self }: AttestDeps): AttestedClaims {
  const { document, payloadHash } = trust.inForce;
  return {
    ...self,
    receiptPublicKey: receiptKey.publicKey,
    rootVersion: document.version,
    rootHash: payloadHash,
  };
}

function selfSigned(nonce: Uint8Array, claims: AttestedClaims, { receiptKey, now }: AttestDeps): Uint8Array {
  const said = { nonce, timestamp: now() * 1000, claims };
  return encodeSelfSignedAttestation({ ...said, signature: receiptKey.sign(selfSignedPayload(said)) });
}
