import { isChain } from '@wallet-service/addresses';
import { operationFromWire, operationToWire } from '@wallet-service/chains';
import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';
import type { RequestCodec } from './decisions/request-seal.js';

const { requestSerialize, requestDeserialize } = definitions.policy.methods.Evaluate;

/** The form in which requests come, without what deciding again does not need. */
export const requestCodec: RequestCodec = {
  encode: ({ operation, claims: claimsJson, chain, network, publicKey, issuer, subject }) =>
    requestSerialize({
      ...{ chain, network, publicKey, issuer, subject, claimsJson },
      operation: operationToWire(operation),
    }),
  decode(bytes) {
    const wire = requestDeserialize(bytes) as ReceivedRequestOf<PolicyDefinition['Evaluate']>;
    const { chain, network, publicKey, issuer, subject, claimsJson: claims } = wire;
    if (!isChain(chain)) return undefined;
    return {
      ...{ chain, network, publicKey, issuer, subject, claims },
      operation: operationFromWire(wire.operation),
    };
  },
};
