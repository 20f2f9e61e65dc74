// Original file: proto/policy/v1/policy.proto


export interface EvaluateResponse {
  'verdict'?: (Buffer | Uint8Array | string);
  'signature'?: (Buffer | Uint8Array | string);
  'decisionJson'?: (string);
  'reservationId'?: (string);
  'denialDetail'?: (string);
}

export interface EvaluateResponse__Output {
  'verdict': (Buffer);
  'signature': (Buffer);
  'decisionJson': (string);
  'reservationId': (string);
  'denialDetail': (string);
}
