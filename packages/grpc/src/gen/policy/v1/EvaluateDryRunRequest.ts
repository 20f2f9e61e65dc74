// Original file: proto/policy/v1/policy.proto

import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from '../../operation/v1/Operation.js';

export interface EvaluateDryRunRequest {
  'applicationId'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'address'?: (string);
  'walletId'?: (string);
  'operation'?: (_operation_v1_Operation | null);
  'policyJson'?: (string);
  'policyId'?: (string);
  'issuer'?: (string);
}

export interface EvaluateDryRunRequest__Output {
  'applicationId': (string);
  'chain': (string);
  'network': (string);
  'publicKey': (Buffer);
  'address': (string);
  'walletId': (string);
  'operation': (_operation_v1_Operation__Output | null);
  'policyJson': (string);
  'policyId': (string);
  'issuer': (string);
}
