// Original file: proto/policy/v1/rule.proto


export interface ScalarList {
  'texts'?: (string)[];
  'numbers'?: (number | string)[];
  'flags'?: (boolean)[];
  'order'?: (string);
}

export interface ScalarList__Output {
  'texts': (string)[];
  'numbers': (number)[];
  'flags': (boolean)[];
  'order': (string);
}
