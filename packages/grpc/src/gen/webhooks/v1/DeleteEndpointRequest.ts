// Original file: proto/webhooks/v1/webhooks.proto


export interface DeleteEndpointRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
}

export interface DeleteEndpointRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
}
