import { isChain } from '@wallet-service/addresses';
import { operationFromWire, operationToWire } from '@wallet-service/chains';
import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';
import type { RequestCodec } from './decisions/request-seal.js';

const { requestSerialize, requestDeserialize } = definitions.policy.methods.Evaluate;

/** The form in which requests come, without what deciding again does not need. */
export const requestCodec: RequestCodec = {
  encode: ({ operation, chain, network, publicKey, issuer }) =>
    requestSerialize({ chain, network, publicKey, issuer, operation: operationToWire(operation) }),
  decode(bytes) {
    const wire = requestDeserialize(bytes) as ReceivedRequestOf<PolicyDefinition['Evaluate']>;
    const { chain, network, publicKey, issuer } = wire;
    if (!isChain(chain)) return undefined;
    return { chain, network, publicKey, issuer, operation: operationFromWire(wire.operation) };
  },
};
