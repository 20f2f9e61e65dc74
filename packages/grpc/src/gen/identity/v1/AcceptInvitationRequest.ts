// Original file: proto/identity/v1/identity.proto


export interface AcceptInvitationRequest {
  'invitation'?: (string);
  'passkeyJson'?: (string);
  'label'?: (string);
  'userAgent'?: (string);
}

export interface AcceptInvitationRequest__Output {
  'invitation': (string);
  'passkeyJson': (string);
  'label': (string);
  'userAgent': (string);
}
