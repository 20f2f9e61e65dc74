// Original file: proto/policy/v1/decision.proto


export interface MfaDemand {
  'maxAgeSeconds'?: (number);
  'acrValues'?: (string)[];
}

export interface MfaDemand__Output {
  'maxAgeSeconds': (number);
  'acrValues': (string)[];
}
