// Original file: proto/operation/v1/operation.proto


export interface RequestedTransaction {
  'text'?: (string);
  'json'?: (string);
  'payload'?: "text"|"json";
}

export interface RequestedTransaction__Output {
  'text'?: (string);
  'json'?: (string);
  'payload'?: "text"|"json";
}
