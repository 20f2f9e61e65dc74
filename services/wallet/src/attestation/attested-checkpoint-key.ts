import { randomBytes } from 'node:crypto';
import type { SignerClient } from '../signer/signer-client.js';

const timeoutMs = 5_000;

/**
 * Asks signers for the key that signs checkpoints of an application's journal. Undefined if they don't say, or
 * disagree.
 */
export function createCheckpointKeyOf(
  { attestations }: Pick<SignerClient, 'attestations'>,
  findApplicationKey: (applicationId: string) => Promise<Uint8Array | undefined>,
) {
  return async (applicationId: string): Promise<Uint8Array | undefined> => {
    const wrappedKey = await findApplicationKey(applicationId);
    if (!wrappedKey) return undefined;
    const scope = { deadline: Date.now() + timeoutMs, traceId: '' };
    return attestedCheckpointKey(await attestations(randomBytes(32), scope, { applicationId, wrappedKey }));
  };
}

/**
 * The key that signs checkpoints of an application's journal, as all signers at the other end of our TLS
 * report it. Undefined if they don't, or don't agree.
 */
export function attestedCheckpointKey(
  attestations: readonly { readonly checkpointPublicKey: Uint8Array }[],
): Uint8Array | undefined {
  const [first, ...others] = attestations.map(({ checkpointPublicKey }) => checkpointPublicKey);
  if (first?.length !== 32) return undefined;
  return others.every((key) => Buffer.compare(key, first) === 0) ? first : undefined;
}
