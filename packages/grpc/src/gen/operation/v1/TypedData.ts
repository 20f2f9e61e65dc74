// Original file: proto/operation/v1/operation.proto


export interface TypedData {
  'version'?: (string);
  'json'?: (string);
}

export interface TypedData__Output {
  'version': (string);
  'json': (string);
}
