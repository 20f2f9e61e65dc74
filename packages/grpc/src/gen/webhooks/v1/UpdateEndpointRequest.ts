// Original file: proto/webhooks/v1/webhooks.proto


export interface UpdateEndpointRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
  'changesJson'?: (string);
}

export interface UpdateEndpointRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
  'changesJson': (string);
}
