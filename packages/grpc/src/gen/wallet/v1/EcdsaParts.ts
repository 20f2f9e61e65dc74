// Original file: proto/wallet/v1/wallet.proto


export interface EcdsaParts {
  'r'?: (string);
  's'?: (string);
  'v'?: (string);
}

export interface EcdsaParts__Output {
  'r': (string);
  's': (string);
  'v': (string);
}
