// Original file: proto/identity/v1/identity.proto


export interface Features {
  'pregeneratedWallets'?: (boolean);
}

export interface Features__Output {
  'pregeneratedWallets': (boolean);
}
