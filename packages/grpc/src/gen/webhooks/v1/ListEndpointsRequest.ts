// Original file: proto/webhooks/v1/webhooks.proto


export interface ListEndpointsRequest {
  'applicationId'?: (string);
}

export interface ListEndpointsRequest__Output {
  'applicationId': (string);
}
