// Original file: proto/webhooks/v1/webhooks.proto


export interface SendTestEventRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
}

export interface SendTestEventRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
}
