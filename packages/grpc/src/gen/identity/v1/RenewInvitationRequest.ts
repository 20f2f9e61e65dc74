// Original file: proto/identity/v1/identity.proto


export interface RenewInvitationRequest {
  'personId'?: (string);
}

export interface RenewInvitationRequest__Output {
  'personId': (string);
}
