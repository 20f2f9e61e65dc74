// Original file: proto/identity/v1/identity.proto

import type { Approval as _identity_v1_Approval, Approval__Output as _identity_v1_Approval__Output } from '../../identity/v1/Approval.js';
import type { Long } from '@grpc/proto-loader';

export interface ChangeRequest {
  'id'?: (string);
  'askedBy'?: (string);
  'scope'?: (string);
  'method'?: (string);
  'path'?: (string);
  'bodyJson'?: (string);
  'beforeJson'?: (string);
  'reason'?: (string);
  'needed'?: (number);
  'state'?: (string);
  'status'?: (number);
  'code'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeExpires'?: (number | string | Long);
  'timeEnded'?: (number | string | Long);
  'hash'?: (string);
  'isForAskerAlone'?: (boolean);
  'approvals'?: (_identity_v1_Approval)[];
}

export interface ChangeRequest__Output {
  'id': (string);
  'askedBy': (string);
  'scope': (string);
  'method': (string);
  'path': (string);
  'bodyJson': (string);
  'beforeJson': (string);
  'reason': (string);
  'needed': (number);
  'state': (string);
  'status': (number);
  'code': (string);
  'timeCreated': (string);
  'timeExpires': (string);
  'timeEnded': (string);
  'hash': (string);
  'isForAskerAlone': (boolean);
  'approvals': (_identity_v1_Approval__Output)[];
}
