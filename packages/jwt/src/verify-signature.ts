import { compactVerify } from 'jose';
import type { PreparedKey } from './prepare-key-set.js';
import { TokenRuleBroken } from './token-refusal.js';

/** The key decides its algorithms, never the token (RFC 8725 section 3.1). Throws TokenRuleBroken. */
export function refuseAlgorithm({ algorithms }: PreparedKey, algorithm: string): void {
  if (!algorithms.includes(algorithm))
    throw new TokenRuleBroken('algorithm', 'header alg does not match the key that header kid names');
}

/** Throws TokenRuleBroken unless the token is signed by the key with this algorithm. */
export async function verifySignature(token: string, { key }: PreparedKey, algorithm: string): Promise<void> {
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
  } catch {
    throw new TokenRuleBroken(
      'signature',
      'the signature is not by the key that header kid names: was the token changed on its way?',
    );
  }
}
