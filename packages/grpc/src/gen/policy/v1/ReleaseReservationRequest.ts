// Original file: proto/policy/v1/policy.proto


export interface ReleaseReservationRequest {
  'applicationId'?: (string);
  'reservationId'?: (string);
}

export interface ReleaseReservationRequest__Output {
  'applicationId': (string);
  'reservationId': (string);
}
