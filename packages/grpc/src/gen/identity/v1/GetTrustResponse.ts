// Original file: proto/identity/v1/identity.proto

import type { ApplicationTrust as _trust_v1_ApplicationTrust, ApplicationTrust__Output as _trust_v1_ApplicationTrust__Output } from '../../trust/v1/ApplicationTrust.js';

export interface GetTrustResponse {
  'unchanged'?: (boolean);
  'digest'?: (Buffer | Uint8Array | string);
  'rootDocument'?: (Buffer | Uint8Array | string);
  'application'?: (_trust_v1_ApplicationTrust | null);
}

export interface GetTrustResponse__Output {
  'unchanged': (boolean);
  'digest': (Buffer);
  'rootDocument': (Buffer);
  'application': (_trust_v1_ApplicationTrust__Output | null);
}
