// Original file: proto/policy/v1/policy.proto

import type { SignatureRequest as _policy_v1_SignatureRequest, SignatureRequest__Output as _policy_v1_SignatureRequest__Output } from '../../policy/v1/SignatureRequest.js';

export interface ListSignatureRequestsResponse {
  'requests'?: (_policy_v1_SignatureRequest)[];
  'next'?: (string);
}

export interface ListSignatureRequestsResponse__Output {
  'requests': (_policy_v1_SignatureRequest__Output)[];
  'next': (string);
}
