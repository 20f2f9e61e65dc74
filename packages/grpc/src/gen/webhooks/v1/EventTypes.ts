// Original file: proto/webhooks/v1/webhooks.proto


export interface EventTypes {
  'values'?: (string)[];
}

export interface EventTypes__Output {
  'values': (string)[];
}
