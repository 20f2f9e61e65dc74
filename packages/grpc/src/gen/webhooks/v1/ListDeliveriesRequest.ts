// Original file: proto/webhooks/v1/webhooks.proto


export interface ListDeliveriesRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
  'status'?: (string);
  'before'?: (string);
  'limit'?: (number);
  'traceId'?: (string);
}

export interface ListDeliveriesRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
  'status': (string);
  'before': (string);
  'limit': (number);
  'traceId': (string);
}
