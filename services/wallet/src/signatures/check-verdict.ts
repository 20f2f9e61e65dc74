import type { Verdict } from '@wallet-service/signer-protocol';

/** The request of the wallet service to the policy service. */
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
  /** The concatenated SHA-256 of each payload. */
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
 * The fields in which the verdict differs from the request, empty if none. The policy service derives the
 * bytes to sign by itself, so a difference means that one of the two services misreads the operation. The
 * signer makes the same check again, together with the verdict's signature.
 */
export function differencesOf(verdict: Verdict, asked: AskedFor): readonly string[] {
  const different: string[] = plain.filter((name) => verdict[name] !== asked[name]);
  for (const name of ['publicKey', 'jwtHash'] as const)
    if (Buffer.compare(verdict[name], asked[name]) !== 0) different.push(name);
  if (Buffer.compare(Buffer.concat(verdict.payloadHashes), asked.payloadHashes) !== 0)
    different.push('payloadHashes');
  return different;
}
