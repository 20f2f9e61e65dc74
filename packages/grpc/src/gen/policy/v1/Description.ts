// Original file: proto/policy/v1/policy.proto


export interface Description {
  'text'?: (string);
  '_text'?: "text";
}

export interface Description__Output {
  'text'?: (string);
  '_text'?: "text";
}
