import { fromBase64, sameBytes } from '../core/encoding.js';
import { bytesOf, type AnsweredBytes } from './answered.js';
import { textOf } from './canonical.js';
import type { AttestedClaims } from './claims.js';
import { ProofRefused } from './proof-refused.js';
import { sha256 } from './web-crypto.js';

/**
 * The keys by which the policy service signs decisions: Ed25519, 32 bytes each. `signed`: the `signed_root_document` of
 * `GET /v1/identity/trust`, or the operator's file. It counts because its payload has the SHA-256 that signers attest:
 * `claims` are of `verifyAttestation`. Keep the keys, because a later document may lack them. Throws ProofRefused.
 */
export async function verdictKeysOf(
  signed: AnsweredBytes,
  claims: Pick<AttestedClaims, 'rootHash'>,
): Promise<readonly Uint8Array[]> {
  const payload = bytesIn(memberOf(bytesOf(signed, 'root-malformed'), 'payload'));
  if (!sameBytes(await sha256(payload), claims.rootHash)) throw new ProofRefused('root-mismatch');
  const keys = memberOf(payload, 'verdict_keys');
  if (!Array.isArray(keys)) throw new ProofRefused('root-malformed', 'verdict_keys');
  return keys.map((key: unknown) => {
    const bytes = bytesIn(key);
    if (bytes.length !== 32) throw new ProofRefused('root-malformed', 'verdict_keys');
    return bytes;
  });
}

/** A member of an object of JSON. */
function memberOf(json: Uint8Array, name: string): unknown {
  try {
    return (JSON.parse(textOf(json) ?? '') as Readonly<Record<string, unknown>>)[name];
  } catch {
    throw new ProofRefused('root-malformed');
  }
}

function bytesIn(value: unknown): Uint8Array {
  try {
    return fromBase64(value as string);
  } catch {
    throw new ProofRefused('root-malformed');
  }
}
