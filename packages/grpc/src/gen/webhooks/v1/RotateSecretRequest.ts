// Original file: proto/webhooks/v1/webhooks.proto


export interface RotateSecretRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
  'overlapSeconds'?: (number);
  '_overlapSeconds'?: "overlapSeconds";
}

export interface RotateSecretRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
  'overlapSeconds'?: (number);
  '_overlapSeconds'?: "overlapSeconds";
}
