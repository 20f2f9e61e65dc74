// Original file: proto/webhooks/v1/webhooks.proto


export interface CreateEndpointRequest {
  'applicationId'?: (string);
  'url'?: (string);
  'description'?: (string);
  'eventTypes'?: (string)[];
}

export interface CreateEndpointRequest__Output {
  'applicationId': (string);
  'url': (string);
  'description': (string);
  'eventTypes': (string)[];
}
