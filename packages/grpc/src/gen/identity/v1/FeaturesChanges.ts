// Original file: proto/identity/v1/identity.proto


export interface FeaturesChanges {
  'pregeneratedWallets'?: (boolean);
  '_pregeneratedWallets'?: "pregeneratedWallets";
}

export interface FeaturesChanges__Output {
  'pregeneratedWallets'?: (boolean);
  '_pregeneratedWallets'?: "pregeneratedWallets";
}
