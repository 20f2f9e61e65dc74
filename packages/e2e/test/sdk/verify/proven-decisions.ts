import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { definitions, type PolicyDefinition, type ReceivedResponseOf } from '@wallet-service/grpc';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { decisionResponse } from '../../../../../services/gateway/src/routes/decision-response.js';
import type { StoredDecision } from '../../../../../services/policy/src/decisions/decision.js';
import { foundToWire } from '../../../../../services/policy/src/decisions/decision-to-wire.js';
import { decisionProver } from '../../../../../services/policy/src/decisions/prove-decisions.js';

const { GetDecision } = definitions.policy.methods;
type Sent = ReceivedResponseOf<PolicyDefinition['GetDecision']>;

export type ProvenAnswer = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly proof: { readonly record: string; readonly tlog_proof: string };
};

export function newVerdictKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: new Uint8Array(rawPublicKey(publicKey)) };
}

/** What `GET /v1/decision/{id}` answers for each of these records, which one signature proves. */
export async function answersOf(
  records: readonly object[],
  verdictKey: KeyObject,
): Promise<readonly ProvenAnswer[]> {
  const texts = records.map((record) => JSON.stringify(record));
  const proofs = await decisionProver(verdictKey)(texts);
  return texts.map((json, index) => {
    const decision = JSON.parse(json) as StoredDecision;
    const found = { decision, claims: '{"sub":"alice"}', proven: { json, proof: proofs[index] ?? '' } };
    const sent = GetDecision.responseDeserialize(GetDecision.responseSerialize(foundToWire(found))) as Sent;
    return JSON.parse(JSON.stringify(decisionResponse(sent, () => 'Ada'))) as ProvenAnswer;
  });
}
