// Original file: proto/policy/v1/policy.proto


export interface ReleaseReservationResponse {
  'released'?: (boolean);
}

export interface ReleaseReservationResponse__Output {
  'released': (boolean);
}
