// Original file: proto/wallet/v1/wallet.proto


export interface AuthorizationSignature {
  'r'?: (string);
  's'?: (string);
  'yParity'?: (number);
  'rHex'?: (string);
  'sHex'?: (string);
}

export interface AuthorizationSignature__Output {
  'r': (string);
  's': (string);
  'yParity': (number);
  'rHex': (string);
  'sHex': (string);
}
