// Original file: proto/identity/v1/identity.proto


export interface ApprovalRule {
  'needed'?: (number);
  'scopes'?: (string)[];
}

export interface ApprovalRule__Output {
  'needed': (number);
  'scopes': (string)[];
}
