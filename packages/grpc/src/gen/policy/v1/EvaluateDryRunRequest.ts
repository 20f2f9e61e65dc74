// Original file: proto/policy/v1/policy.proto

import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from '../../operation/v1/Operation.js';
import type { PolicyDraft as _policy_v1_PolicyDraft, PolicyDraft__Output as _policy_v1_PolicyDraft__Output } from '../../policy/v1/PolicyDraft.js';

export interface EvaluateDryRunRequest {
  'applicationId'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'address'?: (string);
  'walletId'?: (string);
  'operation'?: (_operation_v1_Operation | null);
  'policyId'?: (string);
  'issuer'?: (string);
  'policy'?: (_policy_v1_PolicyDraft | null);
}

export interface EvaluateDryRunRequest__Output {
  'applicationId': (string);
  'chain': (string);
  'network': (string);
  'publicKey': (Buffer);
  'address': (string);
  'walletId': (string);
  'operation': (_operation_v1_Operation__Output | null);
  'policyId': (string);
  'issuer': (string);
  'policy': (_policy_v1_PolicyDraft__Output | null);
}
