// Original file: proto/policy/v1/policy.proto


export interface ReleaseReservationRequest {
  'verdict'?: (Buffer | Uint8Array | string);
  'statementSignature'?: (Buffer | Uint8Array | string);
  'releaseMac'?: (Buffer | Uint8Array | string);
}

export interface ReleaseReservationRequest__Output {
  'verdict': (Buffer);
  'statementSignature': (Buffer);
  'releaseMac': (Buffer);
}
