// Original file: proto/webhooks/v1/webhooks.proto


export interface RedeliverRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
  'deliveryId'?: (string);
}

export interface RedeliverRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
  'deliveryId': (string);
}
