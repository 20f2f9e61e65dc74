import type { Verdict } from '@wallet-service/signer-protocol';

/** What the wallet service asked the policy service about. */
export type AskedFor = Pick<
  Verdict,
  | 'applicationId'
  | 'walletId'
  | 'chain'
  | 'network'
  | 'publicKey'
  | 'issuer'
  | 'subject'
  | 'operation'
  | 'jwtHash'
  | 'recordVersion'
> & {
  /** SHA-256 of each payload, one after the other. */
  readonly payloadHashes: Uint8Array;
};

const plain = [
  'applicationId',
  'walletId',
  'chain',
  'network',
  'issuer',
  'subject',
  'operation',
  'recordVersion',
] as const;

/**
 * The fields in which the verdict differs from what was asked; empty = none. The policy service derives the
 * bytes to sign by itself: a difference means that one of the two services reads the operation wrongly. The
 * signer checks the same again, with the verdict's signature.
 */
export function differencesOf(verdict: Verdict, asked: AskedFor): readonly string[] {
  const different: string[] = plain.filter((name) => verdict[name] !== asked[name]);
  for (const name of ['publicKey', 'jwtHash'] as const)
    if (Buffer.compare(verdict[name], asked[name]) !== 0) different.push(name);
  if (Buffer.compare(Buffer.concat(verdict.payloadHashes), asked.payloadHashes) !== 0)
    different.push('payloadHashes');
  return different;
}
