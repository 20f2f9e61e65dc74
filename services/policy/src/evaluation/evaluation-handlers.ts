import { chains } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { Evaluation } from './evaluate.js';
import { operationOfProto } from './operation-of-proto.js';
import type { SigningRequest } from './signing-request.js';

/** Decides about a request, or refuses it with an AppError. */
export type Evaluate = (request: SigningRequest) => Promise<Evaluation>;

export function evaluationHandlers(evaluate: Evaluate): Pick<Handlers<PolicyDefinition>, 'Evaluate'> {
  return {
    async Evaluate(request) {
      const { signed, decisionJson } = await evaluate(signingRequestOf(request));
      return { verdict: signed.verdict, signature: signed.signature, decisionJson, reservationId: '' };
    },
  };
}

function signingRequestOf(wire: ReceivedRequestOf<PolicyDefinition['Evaluate']>): SigningRequest {
  const chain = chains.find((known) => known === wire.chain);
  if (chain === undefined) throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  if (wire.jwtHash.length !== 32) throw invalidField('/jwt_hash', 'must have 32 bytes');
  if (wire.recordVersion < 1) throw invalidField('/record_version', 'must be at least 1');
  return {
    applicationId: boundedId(wire.applicationId, '/application_id'),
    walletId: boundedId(wire.walletId, '/wallet_id'),
    chain,
    network: wire.network,
    publicKey: wire.publicKey,
    providerId: wire.providerId,
    jwtHash: wire.jwtHash,
    recordVersion: wire.recordVersion,
    operation: operationOfProto(wire.operation),
  };
}
