import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import type { SignerClient } from '../signer/signer-client.js';

/** The lengths that signers accept. */
const [minNonceBytes, maxNonceBytes] = [16, 64];

/**
 * The attestation documents of the signers behind this service. They are the signers' own statements: this
 * service neither trusts nor can change them.
 */
export type AttestationHandlersDeps = Pick<SignerClient, 'attestations'> & {
  /** Never creates an application key. */
  readonly findApplicationKey: (applicationId: string) => Promise<Uint8Array | undefined>;
};

export function attestationHandlers({
  attestations,
  findApplicationKey,
}: AttestationHandlersDeps): Pick<Handlers<WalletDefinition>, 'GetAttestations'> {
  return {
    async GetAttestations({ nonce, applicationId }, scope) {
      if (nonce.length < minNonceBytes || nonce.length > maxNonceBytes)
        throw invalidField('/nonce', `must have ${minNonceBytes} to ${maxNonceBytes} bytes`);
      if (applicationId && !isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
      const wrappedKey = applicationId ? await findApplicationKey(applicationId) : undefined;
      const found = await attestations(nonce, scope, wrappedKey && { applicationId, wrappedKey });
      const bySigner = new Map(
        found.map((one) => [Buffer.from(one.receiptPublicKey).toString('hex'), one] as const),
      );
      if (bySigner.size === 0)
        throw new AppError('service.unavailable', 'no signer returned an attestation', {
          retryAfterSeconds: 1,
        });
      return {
        attestations: [...bySigner.values()].map(({ format, document, receiptPublicKey }) => ({
          format,
          document: Buffer.from(document),
          receiptPublicKey: Buffer.from(receiptPublicKey),
        })),
      };
    },
  };
}
