// Original file: proto/policy/v1/policy.proto

import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from '../../operation/v1/Operation.js';

export interface EvaluateRequest {
  'applicationId'?: (string);
  'walletId'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'issuer'?: (string);
  'subject'?: (string);
  'jwtHash'?: (Buffer | Uint8Array | string);
  'operation'?: (_operation_v1_Operation | null);
  'recordVersion'?: (number);
  'signer'?: (Buffer | Uint8Array | string);
  'exchangeKey'?: (Buffer | Uint8Array | string);
  'claimsJson'?: (string);
  '_signer'?: "signer";
  '_exchangeKey'?: "exchangeKey";
}

export interface EvaluateRequest__Output {
  'applicationId': (string);
  'walletId': (string);
  'chain': (string);
  'network': (string);
  'publicKey': (Buffer);
  'issuer': (string);
  'subject': (string);
  'jwtHash': (Buffer);
  'operation': (_operation_v1_Operation__Output | null);
  'recordVersion': (number);
  'signer'?: (Buffer);
  'exchangeKey'?: (Buffer);
  'claimsJson': (string);
  '_signer'?: "signer";
  '_exchangeKey'?: "exchangeKey";
}
