// Original file: proto/webhooks/v1/webhooks.proto


export interface GetEndpointRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
}

export interface GetEndpointRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
}
