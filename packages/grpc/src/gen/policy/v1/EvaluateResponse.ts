// Original file: proto/policy/v1/policy.proto


export interface EvaluateResponse {
  'verdict'?: (Buffer | Uint8Array | string);
  'decisionJson'?: (string);
  'reservationId'?: (string);
  'denialDetail'?: (string);
  'mac'?: (Buffer | Uint8Array | string);
  'mandate'?: (Buffer | Uint8Array | string);
  'releaseMac'?: (Buffer | Uint8Array | string);
}

export interface EvaluateResponse__Output {
  'verdict': (Buffer);
  'decisionJson': (string);
  'reservationId': (string);
  'denialDetail': (string);
  'mac': (Buffer);
  'mandate': (Buffer);
  'releaseMac': (Buffer);
}
