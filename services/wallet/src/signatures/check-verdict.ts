import type { Verdict } from '@wallet-service/signer-protocol';

/** What the wallet service asked the policy service about. */
export type AskedFor = Pick<
  Verdict,
  'applicationId' | 'walletId' | 'chain' | 'network' | 'operation' | 'jwtHash' | 'recordVersion'
> & {
  /** SHA-256 of each payload, one after the other. */
  readonly payloadHashes: Uint8Array;
};

/**
 * The fields in which the verdict differs from what was asked; empty = none. The policy service derives the bytes to sign by itself: a
 * difference means that one of the two services reads the operation wrongly. The signer checks the same again, with the verdict's signature.
 */
export function differencesOf(verdict: Verdict, asked: AskedFor): readonly string[] {
  const texts = ['applicationId', 'walletId', 'chain', 'network', 'operation', 'recordVersion'] as const;
  const different: string[] = texts.filter((name) => verdict[name] !== asked[name]);
  if (Buffer.compare(verdict.jwtHash, asked.jwtHash) !== 0) different.push('jwtHash');
  if (Buffer.compare(Buffer.concat(verdict.payloadHashes), asked.payloadHashes) !== 0)
    different.push('payloadHashes');
  return different;
}
